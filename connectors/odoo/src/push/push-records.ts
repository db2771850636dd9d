import { setTimeout as pause } from 'node:timers/promises';
import {
  NotSent,
  type PulledRecord,
  type Push,
  type PushAnswer,
  type PushInput,
  type PushOperation,
  type PushWish,
  Unavailable,
} from '@daybook/connector-kit';
import { Refused, RolledBack } from '../answers.ts';
import { readRows, recordOf, unreadable } from '../pull-records.ts';
import { type OdooCall, preparedRequest } from '../requests.ts';
import type { Odoo, Sessions } from '../session.ts';
import type { Row, Source } from '../source.ts';
import { isKept } from './is-kept.ts';
import { findLoaded, loadRecord, type Right } from './load-record.ts';
import { isOwnKept, ownNames, ownValues, withOwn } from './own-fields.ts';
import { idFrom } from './references.ts';
import { conflictOf, type FieldNames, gone, refusalOf } from './refusals.ts';
import type { Table } from './table.ts';

/** A record of the data type, as Odoo sent it and as Daybook stores it. */
export type Found = { row: Row; record: PulledRecord };

/** How one operation of a data type is carried out: by one call, which is one database transaction in Odoo. */
export type Pusher = {
  /** Builds the call from what the client sent. It lacks what only Odoo knows. */
  request(wish: PushWish): OdooCall;
  /**
   * Adds what only Odoo knows, without changing anything in Odoo. A `PushAnswer` means that there is nothing to send:
   * the record was rejected. Undefined: the call is already done, and only `finish` may be missing. `found` is the
   * record that an update or a deletion names.
   */
  complete(odoo: Odoo, wish: PushWish, found: Found | undefined): Promise<OdooCall | PushAnswer | undefined>;
};

/**
 * What follows the call, such as posting. Each step must be safe to repeat. `finish` throws Refused if Odoo rejects a
 * step; `discard` then removes what a creation has left behind.
 */
export type Ending = {
  isFinished(found: Found, wish: PushWish): boolean;
  finish(odoo: Odoo, id: number, wish: PushWish): Promise<void>;
  discard(odoo: Odoo, id: number): Promise<void>;
};

export type PushKind = Pick<Push, 'operations' | 'choices' | 'undo' | 'customFields'> & {
  pushers: Partial<Record<PushOperation, Pusher>>;
  ending?: Ending;
  /** Maps Odoo's fields to those of the client's record. */
  names: FieldNames;
  /** A right that a creation needs besides that to create records of the data type. */
  alsoNeeds?(wish: PushWish): Right;
};

type Kind = PushKind & { dataType: string; source: Source };

/**
 * If a proxy cuts off a call, Odoo still completes it. Calls that create, write or post take 0.1 to 1 s; after a
 * conflict, Odoo repeats them up to five times with waits of up to 30 s together. A call that comes later still does no
 * harm, because a record is created once (load-record.ts).
 */
const settlesWithinMs = 20_000;

export function createPush(sessions: Sessions, kind: Kind): Push {
  const pusherOf = ({ operation }: PushWish): Pusher => {
    const pusher = kind.pushers[operation];
    if (!pusher) throw new Error(`The operation ${operation} is not supported.`);
    return pusher;
  };
  return {
    operations: kind.operations,
    choices: kind.choices,
    certainty: 'search',
    settlesWithinMs,
    ...(kind.undo && { undo: kind.undo }),
    ...(kind.customFields && { customFields: kind.customFields }),
    prepare(wish, credentials) {
      return preparedRequest(credentials, withOwn(pusherOf(wish).request(wish), wish.customFields));
    },
    async send(input) {
      const odoo = sessions(input);
      const { wish } = input;
      const planned = await before(() => plan(odoo, kind, pusherOf(wish), wish));
      if (planned && 'kind' in planned) return planned;
      const lost = planned && (await perform(odoo, kind, planned, wish));
      if (lost && 'kind' in lost) return lost;
      return look(odoo, kind, input, lost);
    },
    find: (input) => find(sessions(input), kind, input.wish, { isWritten: false }).catch(unreadable),
    async read(input) {
      const found = await readNamed(sessions(input), kind.source, input.wish).catch(unreadable);
      return found ? done(found.record) : { kind: 'absent' };
    },
    versionOf: (source) => (JSON.parse(source) as { write_date?: string }).write_date,
  };
}

async function plan(
  odoo: Odoo,
  kind: Kind,
  pusher: Pusher,
  wish: PushWish,
): Promise<OdooCall | PushAnswer | undefined> {
  if (wish.operation === 'create') return completed(kind, wish, await pusher.complete(odoo, wish, undefined));
  const found = await readNamed(odoo, kind.source, wish);
  if (!found) return gone;
  const { write_date: version } = found.row as Row & { write_date?: string };
  if (wish.version !== undefined && version !== undefined && version !== wish.version) return outdated;
  if (wish.operation === 'update' && isContentKept(kind, wish, found) && isFinished(kind, found, wish))
    return done(found.record);
  return completed(kind, wish, await pusher.complete(odoo, wish, found));
}

/** Adds the custom fields to the call. If nothing else is written, they need a call of their own. */
function completed(kind: Kind, wish: PushWish, call: OdooCall | PushAnswer | undefined) {
  const { customFields = [], recordId, operation } = wish;
  if (call) return 'kind' in call ? call : withOwn(call, customFields);
  if (customFields.length === 0 || operation !== 'update') return undefined;
  const parameters = { ids: [idFrom(recordId)], vals: ownValues(customFields) };
  return { model: kind.source.model, method: 'write', parameters };
}

const rightsTo = ({ source, alsoNeeds }: Kind, wish: PushWish): Right[] => [
  { model: source.model, operation: 'create' },
  ...(alsoNeeds ? [alsoNeeds(wish)] : []),
];

/** Runs a step that changes nothing in Odoo. Throws NotSent if Odoo is unavailable. */
async function before<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const known = error instanceof Refused ? new Unavailable(error.message) : error;
    throw known instanceof Unavailable ? new NotSent(known.message) : known;
  }
}

/** Returns undefined on success. Otherwise returns the rejection, or the error after which the outcome is unknown. */
async function perform(
  odoo: Odoo,
  kind: Kind,
  call: OdooCall,
  wish: PushWish,
): Promise<PushAnswer | Unavailable | undefined> {
  const { record, operation, customFields } = wish;
  try {
    if (call.method === 'load')
      await loadRecord(odoo, call.model, call.parameters as unknown as Table, rightsTo(kind, wish));
    else await odoo.call(call.model, call.method, call.parameters);
    return undefined;
  } catch (error) {
    // After Refused or RolledBack, nothing was written, because Odoo rolled back its database transaction.
    if (error instanceof Refused) {
      const names = { ...kind.names, ...ownNames(customFields) };
      return (
        conflictOf(error, operation) ?? refusalOf(error, names, { ...record, ...(customFields && { customFields }) })
      );
    }
    if (error instanceof RolledBack) throw new NotSent(error.message);
    if (error instanceof Unavailable && !(error instanceof NotSent)) return error;
    throw error;
  }
}

const looksMax = 6;
const looksMaxMs = 8000;
const betweenLooksMs = 300;

/**
 * Looks up the outcome of a call. A proxy often gives up shortly before Odoo is done, so this looks several times. If
 * it fails, the error must not claim that nothing was written.
 */
async function look(odoo: Odoo, kind: Kind, input: PushInput, lost: Unavailable | undefined): Promise<PushAnswer> {
  const startMs = input.http.nowMs();
  let last: Error = lost ?? new Unavailable('Odoo does not show the record yet.');
  for (let looks = 0; looks < looksMax && input.http.nowMs() - startMs < looksMaxMs; looks++) {
    if (lost || looks > 0) await pause(betweenLooksMs * (looks + 1));
    try {
      const found = await find(odoo, kind, input.wish, { isWritten: lost === undefined });
      if (found.kind !== 'absent') return found;
    } catch (error) {
      last = error as Error;
      if (!(error instanceof Unavailable)) break;
    }
  }
  throw new Unavailable(`The outcome is not known yet. ${last.message}`);
}

/** `isWritten`: Odoo has answered that the call is done. A push that stopped halfway is completed. */
async function find(
  odoo: Odoo,
  kind: Kind,
  wish: PushWish,
  { isWritten }: { isWritten: boolean },
): Promise<PushAnswer | { kind: 'absent' }> {
  if (wish.operation === 'create') {
    const id = await findLoaded(odoo, wish.reference, rightsTo(kind, wish));
    return id === undefined ? { kind: 'absent' } : finish(odoo, kind, { ...wish, recordId: String(id) });
  }
  const found = await readNamed(odoo, kind.source, wish);
  if (wish.operation === 'delete') return found ? { kind: 'absent' } : deleted(wish);
  if (!found || !(isWritten || isContentKept(kind, wish, found))) return { kind: 'absent' };
  if (isFinished(kind, found, wish)) return done(found.record);
  const hasBegun = isWritten || hasContents(wish);
  return hasBegun ? finish(odoo, kind, wish) : { kind: 'absent' };
}

async function finish(odoo: Odoo, kind: Kind, wish: PushWish): Promise<PushAnswer | { kind: 'absent' }> {
  const id = idFrom(wish.recordId);
  let refused: Refused | undefined;
  try {
    await kind.ending?.finish(odoo, id, wish);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refused = error;
    // A rejected push must leave nothing behind.
    if (wish.operation === 'create') await kind.ending?.discard(odoo, id).catch(unreadable);
    if (wish.operation === 'create' || !hasContents(wish)) return refusalOf(refused, kind.names, wish.record);
  }
  const found = await readNamed(odoo, kind.source, wish);
  // A person may already have moved the new record into another data type, or cancelled it.
  if (!found) throw new Unavailable('Odoo does not show the record as this data type.');
  if (!refused) return done(found.record);
  const message = `Odoo changed the record but did not post it: ${refused.message}`;
  return { ...done(found.record), warnings: [{ itemId: 'status', message, validatorName: 'platformValidator' }] };
}

/** The status of a document is not written, but reached by a further step. */
function contentsOf({ record = {} }: PushWish): object {
  const { status: _, ...contents } = record as { status?: string };
  return contents;
}

const hasContents = (wish: PushWish) => Object.keys(contentsOf(wish)).length + (wish.customFields?.length ?? 0) > 0;

const isContentKept = (kind: Kind, wish: PushWish, { record, row }: Found) =>
  isKept(kind.dataType, kind.ending ? contentsOf(wish) : (wish.record ?? {}), record) &&
  isOwnKept(row, wish.customFields);

const isFinished = ({ ending }: Kind, found: Found, wish: PushWish) => ending?.isFinished(found, wish) ?? true;

/** Reads a record by its id. Returns undefined if this data type has no such record. */
async function readNamed(odoo: Odoo, source: Source, { recordId }: PushWish): Promise<Found | undefined> {
  const domain = [...source.domain, ...(source.fullDomain ?? []), ['id', '=', idFrom(recordId)]];
  const { rows } = await readRows(odoo, { source, domain, after: 0, limit: 1 });
  const [row] = rows;
  const [record] = row ? recordOf(source, row, { isIncremental: false }) : [];
  return row && record && { row, record };
}

const outdated: PushAnswer = {
  ...{ kind: 'refused', statusCode: 409, message: 'The record was just changed in Odoo.', errors: [] },
  isStale: true,
};

const done = (record: PulledRecord) => ({ kind: 'done', providerStatus: 200, record }) as const;

const deleted = ({ recordId = '' }: PushWish): PushAnswer => done({ id: recordId, isDeleted: true });
