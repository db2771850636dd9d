import type { Pull, PulledPage, PulledRecord } from '@daybook/connector-kit';
import { CursorTooOld, parseExact, splitArray, Unavailable } from '@daybook/connector-kit';
import { openSession, readJson, type SandboxSession } from './request-sandbox.ts';

/** Maps a sandbox record to a Daybook record. The parameter is `never` because each mapping has its own wire type. */
export type MapRecord = (wire: never) => object;

type Source = { path: string; pageSize: number; map: MapRecord };

/**
 * A full pass reads all records in order of id. An incremental pass reads the changes since a position. A cursor is a
 * position. The cursor after a full pass is the position at which that pass began, so changes made during the pass are
 * read twice rather than missed. `resumeAt` is `full:POSITION:AFTER` or `since:POSITION`, where AFTER is the last id
 * that was read.
 */
export function createPull(options: { baseUrl: string; dataType: string; pageSize: number; map: MapRecord }): Pull {
  const { baseUrl, dataType, pageSize, map } = options;
  return async function* pull({ http, credentials, cursor, resumeAt }) {
    const session = openSession({ baseUrl, http, credentials });
    const path = `/v1/${encodeURIComponent(credentials.company ?? '')}/${dataType}`;
    const source = { path, pageSize, map };
    const place = readPosition(cursor, resumeAt);
    if (place.kind === 'full') yield* pullAll(session, source, place);
    else yield* pullChanges(session, source, place.position);
  };
}

type PullPosition =
  | { kind: 'full'; position: string | undefined; after: string | undefined }
  | { kind: 'since'; position: string };

function readPosition(cursor: string | undefined, resumeAt: string | undefined): PullPosition {
  if (resumeAt === undefined && cursor === undefined) return { kind: 'full', position: undefined, after: undefined };
  const [, full, after, since] = /^(?:full:(\d+):(.+)|since:(\d+))$/.exec(resumeAt ?? `since:${cursor}`) ?? [];
  if (since !== undefined) return { kind: 'since', position: since };
  if (full !== undefined) return { kind: 'full', position: full, after };
  throw new CursorTooOld('Unknown cursor or resume position.');
}

async function* pullAll(
  session: SandboxSession,
  source: Source,
  start: { position: string | undefined; after: string | undefined },
): AsyncGenerator<PulledPage> {
  let { position, after } = start;
  for (;;) {
    const from = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
    const body = await session.get(`${source.path}?limit=${source.pageSize}${from}`);
    const { records, rest } = readPage<{ next: string | null; change_position: number; total?: number }>(
      body,
      source.map,
    );
    const { next, change_position, total } = rest;
    if (!Number.isSafeInteger(change_position) || !(next === null || (typeof next === 'string' && next !== after)))
      throw new Unavailable('The sandbox sent a page without a valid position.');
    position ??= String(change_position);
    after = next ?? undefined;
    const progress = Number.isSafeInteger(total) && { total: total as number };
    yield {
      records,
      resumeAt: after === undefined ? null : `full:${position}:${after}`,
      cursor: position,
      ...progress,
    };
    if (after === undefined) return;
  }
}

async function* pullChanges(session: SandboxSession, source: Source, cursor: string): AsyncGenerator<PulledPage> {
  for (let position = cursor; ; ) {
    const body = await session.get(`${source.path}/changes?since=${position}&limit=${source.pageSize}`);
    const { records, rest } = readPage<{ position: number; more: boolean }>(body, source.map);
    if (!Number.isSafeInteger(rest.position) || typeof rest.more !== 'boolean')
      throw new Unavailable('The sandbox sent changes without a valid position.');
    position = String(rest.position);
    yield { records, resumeAt: rest.more ? `since:${position}` : null, cursor: position };
    if (!rest.more) return;
  }
}

export function readPage<T>(body: string, map: MapRecord): { records: PulledRecord[]; rest: T } {
  return readJson<{ records: PulledRecord[]; rest: T }>(body, () => {
    const { elements, rest } = splitArray(body, 'records');
    return { records: elements.map((source) => readRecord(source, map)), rest: JSON.parse(rest) };
  });
}

/** Throws if the text is malformed. `readJson` turns such an error into Unavailable. */
export function readRecord(source: string, map: MapRecord): PulledRecord {
  const wire = parseExact(source) as { id: string; deleted?: boolean; modified_at: string };
  if (typeof wire.id !== 'string' || wire.id === '') throw new SyntaxError('The record has no id.');
  const { id, modified_at: sourceModifiedDate } = wire;
  if (wire.deleted) return { id, isDeleted: true, sourceModifiedDate };
  return { id, sourceModifiedDate, record: () => map(wire as never), source };
}
