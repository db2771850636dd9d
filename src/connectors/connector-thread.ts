import { parentPort, workerData } from 'node:worker_threads';
import type {
  Connector,
  ProviderAnswer,
  ProviderHttp,
  PulledPage,
  PulledRecord,
  PushAnswer,
  UploadedFiles,
} from '@daybook/connector-kit';
import { findDataType, parseExact, Unavailable } from '@daybook/connector-kit';
import { type CustomBatch, compareCustom } from './compare-custom.ts';
import { mapSources, type SourceBatch } from './map-sources.ts';
import { type CustomMapping, mappingOf } from './mapping.ts';
import { RecordRefused, recordHash, recordRow, rowBytes, rowBytesMax } from './record-row.ts';
import type { Registry } from './registry.ts';
import { requireReadable } from './require-readable.ts';
import { errorOf, errorParts, type FromThread, type ThreadCall, type ToThread } from './thread-messages.ts';

/**
 * A worker thread that runs connectors, which parse and map a provider's responses. The thread has no tokens, database
 * or sockets. HTTP requests go through the main thread (connector-threads.ts), which may terminate this thread at any
 * time.
 */
const port = parentPort;
if (!port) throw new Error('This file must run in a worker thread.');
const send = (message: FromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
const { module, options, state } = workerData as { module: string; options: object; state: Int32Array };
const { createRegistry } = (await import(module)) as { createRegistry(options: object): Promise<Registry> };
const registry = await createRegistry(options);

/**
 * Maximum number of records per page. A page is committed as a whole, so it must not be too large. No connector
 * requests more records.
 */
const pageRecordsMax = 50_000;
const mebibyte = 1024 * 1024;
/** Maximum sizes of one message and one call's result. A provider's response is at most 32 MiB. */
const messageBytesMax = 96 * mebibyte;
const callBytesMax = 8 * mebibyte;

type Session = {
  nowMs: number;
  /** What the thread waits for from the main thread, by number: answers of providers, and uploaded files. */
  requests: Map<number, { resolve(answer: never): void; reject(error: Error): void }>;
  pass?: Pass;
};
type Pass = {
  connector: Connector;
  dataType: string;
  custom: CustomMapping | undefined;
  pages: AsyncIterator<PulledPage>;
  number: number;
  /**
   * The last two pages by page number. Two are kept because the next page is fetched while the previous page is
   * written.
   */
  kept: Map<number, { pulled: PulledRecord; hash: Buffer }[]>;
};
const sessions = new Map<number, Session>();
let requests = 0;

function httpOf(id: number, session: Session): ProviderHttp {
  return {
    nowMs: () => session.nowMs,
    async request(request) {
      const ask = (number: number) => send({ kind: 'request', session: id, number, request });
      const answer = await asked<ProviderAnswer>(session, ask);
      requireReadable(answer.body);
      return answer;
    },
  };
}

function asked<T>(session: Session, ask: (number: number) => void): Promise<T> {
  const number = ++requests;
  return new Promise<T>((resolve, reject) => {
    session.requests.set(number, { resolve, reject });
    ask(number);
  });
}

/** The uploaded files of a pass. Their content comes from the main thread, one file at a time. */
function filesOf(id: number, session: Session, list: UploadedFiles['list'] | undefined): { files?: UploadedFiles } {
  if (!list) return {};
  const read = (fileId: string) =>
    asked<Uint8Array>(session, (number) => send({ kind: 'readFile', session: id, number, fileId }));
  return { files: { list, read } };
}

async function run(id: number, session: Session, call: ThreadCall): Promise<void> {
  const connector = registry.find(call.platformKey);
  if (!connector) throw new Error(`The platform ${call.platformKey} is not enabled.`);
  const http = httpOf(id, session);
  const [group = '', name = '', method = ''] = call.path;
  if (group === 'pull') {
    const pull = connector.pull[name];
    if (!pull) throw new Error(`The connector cannot pull ${name}.`);
    const { custom, files, ...input } = call.input as { custom?: CustomMapping; files?: UploadedFiles['list'] };
    const pages = pull({ ...input, ...filesOf(id, session, files), http } as never)[Symbol.asyncIterator]();
    session.pass = { connector, dataType: name, custom, pages, number: 0, kept: new Map() };
    return nextPage(id, session.pass);
  }
  // The batch is small (sync/run/remap-records.ts), and a row is at most a few times as large as its source.
  if (group === 'fromSource')
    return end(id, { kind: 'done', session: id, value: mapSources(connector, name, call.input as SourceBatch) });
  if (group === 'customFields')
    return end(id, { kind: 'done', session: id, value: compareCustom(call.input as CustomBatch) });
  const input = { ...call.input, http };
  if (group !== 'push') {
    const isOfPart = group === 'oauth' || group === 'uploads' || group === 'rawRequests';
    const of = (isOfPart ? connector[group] : connector) as unknown as Record<string, (input: object) => unknown>;
    const value = await of[isOfPart ? name : group]?.(input);
    requireSmall(value);
    return end(id, { kind: 'done', session: id, value });
  }
  const push = connector.push?.[name] as unknown as Record<string, (input: object) => Promise<PushAnswer>>;
  const wish = {
    ...(call.input.wish as object),
    ...(call.recordText !== undefined && { record: parseExact(call.recordText) }),
    ...(call.customText !== undefined && { customFields: parseExact(call.customText) }),
  };
  const answer = await push[method]?.({ ...input, wish });
  const told = withText(answer);
  requireSmall(told);
  end(id, { kind: 'done', session: id, value: told });
}

function requireSmall(value: unknown): void {
  if (Buffer.byteLength(JSON.stringify(value) ?? '') > callBytesMax)
    throw new Unavailable(`The provider's response is larger than ${callBytesMax / mebibyte} MiB.`);
}

/** Replaces the record with JSON text, because neither functions nor raw JSON numbers can be posted between threads. */
function withText(answer: PushAnswer | undefined): unknown {
  if (answer?.kind !== 'done') return answer;
  const { record: map, source = '', ...record } = answer.record;
  if (!map) return { ...answer, record };
  try {
    const text = JSON.stringify(map());
    if (Buffer.byteLength(text) + Buffer.byteLength(source) > rowBytesMax) throw new Error(tooLarge(record.id));
    return { ...answer, record: { ...record, ...(source && { source }), text } };
  } catch (error) {
    // The push succeeded although its record cannot be mapped. The next sync will read the record or report the reason.
    return { ...answer, record: { ...record, unmapped: (error as Error).message } };
  }
}

async function nextPage(id: number, pass: Pass): Promise<void> {
  const { value: page, done } = await pass.pages.next();
  if (done) return end(id, { kind: 'done', session: id });
  if (page.records.length > pageRecordsMax)
    throw new Unavailable(`The provider sent more than ${pageRecordsMax} records in one page.`);
  const number = ++pass.number;
  const kept = page.records.map((pulled) => ({
    pulled,
    hash: pulled.isDeleted ? Buffer.alloc(16) : recordHash(pulled, mappingOf(pass.connector, pass.custom)),
  }));
  pass.kept.set(number, kept);
  pass.kept.delete(number - 2);
  const hashes = new Uint8Array(16 * kept.length);
  for (const [at, { hash }] of kept.entries()) hashes.set(hash, 16 * at);
  const records = page.records.map(({ id: recordId, isDeleted, sourceModifiedDate }) => ({
    id: recordId,
    ...(isDeleted && { isDeleted }),
    ...(sourceModifiedDate !== undefined && { sourceModifiedDate }),
  })) as { id: string; isDeleted?: true }[];
  const { resumeAt, cursor, total } = page;
  if (Buffer.byteLength(JSON.stringify([resumeAt, cursor, records])) > messageBytesMax) throw pageTooLarge();
  const more = { ...(cursor !== undefined && { cursor }), ...(total !== undefined && { total }) };
  const told = { number, resumeAt, ...more, records, hashes };
  send({ kind: 'page', session: id, page: told }, [hashes.buffer]);
}

function sendRows({ session: id, turn, page, at, making }: Extract<ToThread, { kind: 'rows' }>): void {
  const pass = sessions.get(id)?.pass;
  try {
    const dataType = findDataType(pass?.dataType ?? '');
    const kept = pass?.kept.get(page);
    if (!dataType || !kept) throw new Error('The page is no longer in memory.');
    let bytes = 0;
    const rows = at.flatMap((index) => {
      const one = kept[index];
      if (!one) return [];
      const row = recordRow(dataType, one.pulled, { ...making, hash: one.hash, fields: pass?.custom?.fields });
      const ownBytes = rowBytes(row);
      if (ownBytes > rowBytesMax) throw new RecordRefused(tooLarge(one.pulled.id));
      bytes += ownBytes;
      if (bytes > messageBytesMax) throw pageTooLarge();
      return [row];
    });
    send({ kind: 'rows', session: id, turn, rows });
  } catch (error) {
    send({ kind: 'rowsFailed', session: id, turn, error: errorParts(error) });
  }
}

const tooLarge = (id: string) => `The record "${id.slice(0, 100)}" is larger than ${rowBytesMax / mebibyte} MiB.`;
const pageTooLarge = () =>
  new Unavailable(`A page from the provider is larger than the limit of ${messageBytesMax / mebibyte} MiB.`);

function end(id: number, message: FromThread): void {
  send(message);
  sessions.delete(id);
}

const failing = (id: number) => (error: unknown) => {
  send({ kind: 'failed', session: id, error: errorParts(error) });
};

port.on('message', (message: ToThread) => {
  if (message.kind === 'ping') return send({ kind: 'pong' });
  const { session: id } = message;
  // Store which session the thread works on. If the thread dies, the main thread blames this session.
  Atomics.store(state, 0, id);
  if (message.kind === 'end') {
    const ended = sessions.get(id);
    sessions.delete(id);
    for (const { reject } of ended?.requests.values() ?? []) reject(new Error('The pass has ended.'));
    return void ended?.pass?.pages.return?.().catch(() => {});
  }
  if (message.kind === 'rows') return sendRows(message);
  const session: Session = sessions.get(id) ?? { nowMs: message.nowMs, requests: new Map() };
  session.nowMs = message.nowMs;
  if (message.kind === 'call') {
    sessions.set(id, session);
    run(id, session, message.call).catch(failing(id));
  } else if (message.kind === 'next') {
    if (session.pass) nextPage(id, session.pass).catch(failing(id));
  } else {
    const waiting = session.requests.get(message.request);
    session.requests.delete(message.request);
    if (message.kind === 'answer') waiting?.resolve(message.answer as never);
    else if (message.kind === 'file') waiting?.resolve(message.content as never);
    else waiting?.reject(errorOf(message.error));
  }
});
