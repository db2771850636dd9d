import type { ProviderAnswer, ProviderHttp, Pull, PulledPage, PulledRecord } from '@daybook/connector-kit';
import { CursorTooOld, parseExact } from '@daybook/connector-kit';
import { completeLists, type NestedList } from './complete-lists.ts';
import { type PullPosition, readPosition, writePosition } from './pull-position.ts';
import { type Access, findAtStripe, getFromStripe, type Query, readStripe } from './request-stripe.ts';

/** One kind of object at Stripe. The parameters are `never` because each kind has its own wire type. */
export type Source = {
  /** The word by which an object says what it is. Needed if the data type has other sources, too. */
  object?: string;
  /** The list's path, such as `invoices`. */
  path: string;
  /** Related objects that Stripe includes on request. */
  expand?: readonly string[];
  /** Lists inside an object of which Stripe sends only the first ten elements. */
  nested?: readonly NestedList[];
  /** The events that report changes: at most 20. Without events, records never change. */
  events?: readonly string[];
  /** The id of the changed object. Default: the id of the object in the event. */
  changedId?: (object: never) => string | null | undefined;
  /** Whether the company's start date for syncs applies. It applies to documents, not to customers or products. */
  isDocument?: true;
  id?: (wire: never) => string;
  map: (wire: never) => object;
  /** `gone`: no longer a record of this data type. `never`: not one, and has never been one. */
  stateOf?: (wire: never) => 'listed' | 'gone' | 'never';
};

type Wire = { id: string; created?: number; deleted?: boolean };
type List<T> = { data: T[]; has_more: boolean };
type StripeEvent = { id: string; type: string; data: { object: Wire & { object?: string } } };

/** Stripe keeps events for 30 days. */
const eventsLastS = 29 * 24 * 3600;
const changedPerPage = 25;
const atOnce = 5;

type Pass = {
  access: Access;
  position: PullPosition;
  pageSize: number;
  overlapS: number;
  syncFromS: number;
  isLastSource: boolean;
};

/**
 * Stripe cannot list objects by the time of their last change. So an incremental pass lists the objects that were
 * created since the cursor, and then reads each older object that an event names. It reads the object itself, because
 * the copy in an event has the form of another API version and may be out of date. The pass begins `overlapMs` before
 * the previous one did, for changes that were not yet visible then.
 */
export function createPull({
  baseUrl,
  pageSize,
  overlapMs,
  sources,
}: {
  baseUrl: string;
  pageSize: number;
  overlapMs: number;
  sources: readonly Source[];
}): Pull {
  return async function* pull({ http, credentials, cursor, resumeAt, syncFrom }) {
    const position = readPosition(cursor, resumeAt);
    const access = { baseUrl, http, credentials };
    const syncFromS = syncFrom === undefined ? 0 : Math.floor(Date.parse(syncFrom) / 1000);
    const hasEvents = sources.some(({ events }) => events);
    if (position.from > 0 && hasEvents && http.nowMs() / 1000 - position.from > eventsLastS)
      throw new CursorTooOld('Stripe keeps events for 30 days only.');
    for (; position.source < sources.length; position.source++) {
      const source = sources[position.source] as Source;
      const isLastSource = position.source === sources.length - 1;
      const pass = { access, position, pageSize, overlapS: overlapMs / 1000, syncFromS, isLastSource };
      if (position.phase === 'listed') yield* readListed(pass, source);
      if (position.phase === 'changed') yield* readChanged(pass, source);
      Object.assign(position, { phase: 'listed', after: '' });
    }
  };
}

async function* readListed(pass: Pass, source: Source) {
  const { access, position, pageSize, overlapS, syncFromS, isLastSource } = pass;
  const sinceS = Math.max(position.from, source.isDocument ? syncFromS : 0);
  const hasChanges = position.from > 0 && source.events !== undefined;
  for (;;) {
    const answer = await getFromStripe(access, source.path, [
      ['limit', String(pageSize)],
      ...(sinceS > 0 ? ([['created[gte]', String(sinceS)]] as Query) : []),
      ...(position.after ? ([['starting_after', position.after]] as Query) : []),
      ...(source.expand ?? []).map((path) => ['expand[]', `data.${path}`] as const),
    ]);
    position.next ||= timeOf(answer, access.http) - overlapS;
    const { data, has_more } = readStripe<List<Wire>>(answer.body);
    const records: PulledRecord[] = [];
    for (const wire of data) records.push(...(await readRecord(access, source, wire, position.from === 0)));
    if (has_more) position.after = data.at(-1)?.id ?? '';
    else if (hasChanges) Object.assign(position, { phase: 'changed', after: '' });
    const isOver = !has_more && !hasChanges;
    yield pageOf(position, records, { isOver, isLastSource });
    if (!has_more) return;
  }
}

async function* readChanged({ access, position, syncFromS, isLastSource }: Pass, source: Source) {
  const all = [...(await changedIds(access, source, position.from))].sort();
  const ids = all.filter((id) => id > position.after);
  for (let at = 0; ; at += changedPerPage) {
    const page = ids.slice(at, at + changedPerPage);
    const records: PulledRecord[] = [];
    for (let first = 0; first < page.length; first += atOnce) {
      const some = page.slice(first, first + atOnce);
      const found = await Promise.all(some.map((id) => readChangedOne(access, source, id)));
      for (const [place, wire] of found.entries()) {
        const isTooOld = source.isDocument && (wire?.created ?? syncFromS) < syncFromS;
        if (isTooOld) continue;
        // An object that was created since the cursor was in the list.
        if (wire && !wire.deleted && (wire.created ?? 0) >= position.from) continue;
        if (wire) records.push(...(await readRecord(access, source, wire, false)));
        else records.push({ id: some[place] as string, isDeleted: true });
      }
    }
    position.after = page.at(-1) ?? position.after;
    const isOver = at + changedPerPage >= ids.length;
    yield pageOf(position, records, { isOver, isLastSource });
    if (isOver) return;
  }
}

/** `isOver`: this was the last page of the source. */
function pageOf(
  position: PullPosition,
  records: PulledRecord[],
  { isOver, isLastSource }: { isOver: boolean; isLastSource: boolean },
): PulledPage {
  const cursor = String(position.next);
  if (!isOver) return { records, resumeAt: writePosition(position), cursor };
  if (isLastSource) return { records, resumeAt: null, cursor };
  const following = { ...position, source: position.source + 1, phase: 'listed' as const, after: '' };
  return { records, resumeAt: writePosition(following), cursor };
}

const readChangedOne = (access: Access, { path, expand = [] }: Source, id: string) =>
  findAtStripe<Wire>(
    access,
    `${path}/${encodeURIComponent(id)}`,
    expand.map((name) => ['expand[]', name] as const),
  );

async function changedIds(access: Access, source: Source, from: number): Promise<Set<string>> {
  const ids = new Set<string>();
  const changedId = source.changedId ?? (({ id }: Wire) => id);
  for (let after = ''; ; ) {
    const answer = await getFromStripe(access, 'events', [
      ['limit', '100'],
      ['created[gte]', String(from)],
      ...(after ? ([['starting_after', after]] as Query) : []),
      ...(source.events ?? []).map((type) => ['types[]', type] as const),
    ]);
    const { data, has_more } = readStripe<List<StripeEvent>>(answer.body);
    for (const { type, data: changed } of data) {
      const id = changedId(changed.object as never);
      // What was created since the cursor is in the list, unless it was deleted since then.
      const isListed = id === changed.object.id && (changed.object.created ?? 0) >= from;
      if (id && (!isListed || type.endsWith('.deleted'))) ids.add(id);
    }
    if (!has_more) return ids;
    after = data.at(-1)?.id ?? '';
  }
}

/** Members that Stripe writes anew with every response, such as links with a time limit. */
const changingMembers = ['hosted_invoice_url', 'invoice_pdf', 'pdf', 'receipt_url', 'webhooks_delivered_at'];

/** Returns no record if the object is not one of the data type. A full pass returns no deletions. */
export async function readRecord(
  access: Access,
  source: Source,
  given: Wire,
  isFull: boolean,
): Promise<PulledRecord[]> {
  const state = given.deleted ? 'gone' : (source.stateOf?.(given as never) ?? 'listed');
  const id = given.deleted ? given.id : (source.id?.(given as never) ?? given.id);
  if (state === 'never' || (state === 'gone' && isFull)) return [];
  if (state === 'gone') return [{ id, isDeleted: true }];
  const wire = await completeLists(access, given, source.nested ?? []);
  const kept = Object.fromEntries(Object.entries(wire).filter(([name]) => !changingMembers.includes(name)));
  return [{ id, record: () => source.map(wire as never), source: JSON.stringify(kept) }];
}

/** Reads a record from the text that was stored with it. */
export function storedRecord(text: string, sources: readonly [Source, ...Source[]]): PulledRecord {
  const wire = parseExact(text) as Wire & { object?: string };
  const source = sources.find(({ object }) => object === wire.object) ?? sources[0];
  return { id: source.id?.(wire as never) ?? wire.id, record: () => source.map(wire as never), source: text };
}

function timeOf({ headers }: ProviderAnswer, http: ProviderHttp): number {
  const told = Date.parse(headers.date ?? '');
  return Math.floor((Number.isNaN(told) ? http.nowMs() : told) / 1000);
}
