import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type {
  Connector,
  ProviderAnswer,
  ProviderHttp,
  PullInput,
  Push,
  PushInput,
  RawInput,
  UploadedFiles,
} from '@daybook/connector-kit';
import { NotSent } from '@daybook/connector-kit';
import { withRecord } from './pushed-record.ts';
import type { ReadPage, RecordRow, RowMaking } from './record-row.ts';
import { type Registry, registryOf } from './registry.ts';
import { ThreadLost } from './thread-lost.ts';
import {
  errorOf,
  errorParts,
  type FromThread,
  type ThreadCall,
  type ThreadPage,
  type ToThread,
} from './thread-messages.ts';
import { pageOf } from './thread-page.ts';

/**
 * Runs connectors in worker threads, so that a provider's response can at worst kill a thread and not the process. A
 * thread has many sessions. A session is either a pass, which reads the pages of one data type, or a call of another
 * connector function. Tokens, budgets and sockets stay in the main thread. A thread that uses too much memory or does
 * not answer in time is terminated. The session that it was working on fails. Its other passes continue in another
 * thread, and its other calls are repeated there if that is safe.
 */
export type ConnectorThreads = {
  /**
   * Returns the same connectors, with all functions that make HTTP requests running in threads. Other functions, such
   * as `prepare` and `foresee`, still run in the main thread.
   */
  guard(registry: Registry): Registry;
  close(): Promise<void>;
};

/** Memory limit of a thread. A page of 32 MiB needs about 200 MB of memory, a page of 1 MB about 5 MB. */
const memoryMbDefault = 384;
/** How long a thread may be busy without answering a ping. Processing a response of 32 MiB takes 2 s. */
const busyMsDefault = 8000;
/** How long a thread may take to load the connectors. On a busy machine it takes some seconds. */
const loadMsDefault = 60_000;
const tickMs = 500;
/**
 * Timeout for the database rows that a thread builds. The main thread waits for them inside a database transaction,
 * which PostgreSQL ends after 20 s of idling (`idleInTransactionMs`).
 */
const rowsWithinMs = 12_000;
/** Maximum number of times that a session moves to another thread because some other session has killed its thread. */
const movesMax = 5;
const repeatable = { isRepeatable: true };
const stopping = 'The process is stopping.';
const threadEnded = "The thread that processed the provider's response has ended.";

/**
 * Returns the URL of a module in this folder. Like this file, the module is TypeScript in a checkout and JavaScript in
 * the published package.
 */
const besideThis = (name: string) => new URL(`./${name}${extname(import.meta.filename)}`, import.meta.url);

type Waiter<T> = { resolve(value: T): void; reject(error: Error): void };
type Session = {
  http: ProviderHttp;
  files: UploadedFiles | undefined;
  /** Runs `run` in the trace in which the session was opened. Used for HTTP requests that the thread asks for. */
  inTrace: <T>(run: () => T) => T;
  /** Waits for the next page or for the result of the call. */
  waiter: Waiter<ThreadPage | { value: unknown }> | undefined;
  rows: Map<number, Waiter<RecordRow[]>>;
  /** Errors of HTTP requests by request number, so that the caller gets the original error object and not a copy. */
  errors: Map<number, unknown>;
  /** True if the session has asked the main thread for an HTTP request, which may then have been sent. */
  hasAsked: boolean;
};
type Thread = { worker: Worker; state: Int32Array; sessions: Map<number, Session>; isReady: boolean; missed: number };

export function createConnectorThreads(given: {
  /** A module with `createRegistry`, which must create the same connectors as the registry passed to `guard`. */
  module?: URL;
  options: object;
  threadsMax?: number;
  memoryMb?: number;
  busyMs?: number;
  loadMs?: number;
}): ConnectorThreads {
  const { module = besideThis('registry'), options } = given;
  const { memoryMb = memoryMbDefault, busyMs = busyMsDefault, loadMs = loadMsDefault } = given;
  const threadsMax = given.threadsMax ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  const threads = new Set<Thread>();
  let lastId = 0;
  let isClosed = false;

  /** Runs while there are sessions. */
  let ticker: NodeJS.Timeout | undefined;
  function tick(): void {
    if ([...threads].every(({ sessions }) => sessions.size === 0)) ticker = void clearInterval(ticker);
    for (const thread of threads) {
      if (thread.sessions.size === 0) thread.missed = 0;
      // Count ticks, not elapsed time. If the main thread was blocked, the elapsed time would include time in which it
      // could not receive the worker's answer.
      else if (++thread.missed * tickMs > (thread.isReady ? busyMs : loadMs))
        lose(
          thread,
          thread.isReady
            ? `The provider's response took longer than ${busyMs / 1000} s to process.`
            : `The connectors took longer than ${loadMs / 1000} s to load.`,
        );
      if (thread.sessions.size > 0) thread.worker.postMessage({ kind: 'ping' } satisfies ToThread);
    }
  }

  function startThread(): Thread {
    const state = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(besideThis('connector-thread'), {
      workerData: { module: module.href, options, state },
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
    });
    const thread: Thread = { worker, state, sessions: new Map(), isReady: false, missed: 0 };
    worker.unref();
    worker.on('message', (message: FromThread) => hear(thread, message));
    worker.on('error', (error: Error & { code?: string }) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      lose(
        thread,
        isMemory
          ? `The provider's response needs more than ${memoryMb} MB of memory to process.`
          : `The provider's response could not be processed: ${error.message}.`,
      );
    });
    worker.on('exit', () => lose(thread, threadEnded));
    threads.add(thread);
    return thread;
  }

  function lose(thread: Thread, message: string): void {
    if (!threads.delete(thread)) return;
    const blamed = Atomics.load(thread.state, 0);
    void thread.worker.terminate();
    for (const [id, session] of thread.sessions) {
      const error = new ThreadLost(message, id === blamed);
      session.waiter?.reject(error);
      session.waiter = undefined;
      for (const { reject } of session.rows.values()) reject(error);
      session.rows.clear();
    }
    thread.sessions.clear();
  }

  function hear(thread: Thread, message: FromThread): void {
    thread.isReady = true;
    thread.missed = 0;
    if (message.kind === 'pong') return;
    const session = thread.sessions.get(message.session);
    if (!session) return;
    if (message.kind === 'request') {
      const send = async () => ({ kind: 'answer', answer: await session.http.request(message.request) }) as const;
      ask(thread, session, message, send);
    } else if (message.kind === 'readFile') {
      const read = async () => ({ kind: 'file', content: await readFile(session, message.fileId) }) as const;
      ask(thread, session, message, read);
    } else if (message.kind === 'rows' || message.kind === 'rowsFailed') hearRows(session, message);
    else hearEnd(session, message);
  }

  function ask(
    { worker }: Thread,
    asking: Session,
    { session, number }: { session: number; number: number },
    run: () => Promise<{ kind: 'answer'; answer: ProviderAnswer } | { kind: 'file'; content: Uint8Array }>,
  ): void {
    const { http, errors, inTrace } = asking;
    asking.hasAsked = true;
    const say = (message: ToThread) => worker.postMessage(message);
    inTrace(run).then(
      (answer) => say({ ...answer, session, request: number, nowMs: http.nowMs() }),
      (error) => {
        errors.set(number, error);
        const parts = { ...errorParts(error), ref: number };
        say({ kind: 'noAnswer', session, request: number, nowMs: http.nowMs(), error: parts });
      },
    );
  }

  /**
   * Opens a session in the thread with the fewest sessions. If every thread has a session, starts another thread, up to
   * `threadsMax`.
   */
  function open(http: ProviderHttp, files?: UploadedFiles) {
    if (isClosed) throw new NotSent(stopping);
    let thread = [...threads].sort((a, b) => a.sessions.size - b.sessions.size)[0];
    if (!thread || (thread.sessions.size > 0 && threads.size < threadsMax)) thread = startThread();
    const { worker, sessions } = thread;
    const id = ++lastId;
    const session: Session = {
      ...{ http, files, waiter: undefined, rows: new Map(), errors: new Map(), hasAsked: false },
      inTrace: AsyncLocalStorage.snapshot(),
    };
    sessions.set(id, session);
    ticker ??= setInterval(tick, tickMs).unref();
    let turns = 0;
    const lost = () => new ThreadLost(threadEnded, false);
    return {
      hasAsked: () => session.hasAsked,
      reply(message: { kind: 'call'; call: ThreadCall } | { kind: 'next' }): Promise<ThreadPage | { value: unknown }> {
        return new Promise((resolve, reject) => {
          if (!sessions.has(id)) return reject(lost());
          session.waiter = { resolve, reject };
          worker.postMessage({ ...message, session: id, nowMs: http.nowMs() } satisfies ToThread);
        });
      },
      rows(page: number, at: number[], making: RowMaking): Promise<RecordRow[]> {
        return new Promise((resolve, reject) => {
          if (!sessions.has(id)) return reject(lost());
          const turn = ++turns;
          const late = setTimeout(() => {
            session.rows.delete(turn);
            reject(new ThreadLost('The thread that processes provider responses is too busy.', false));
          }, rowsWithinMs);
          const settled =
            <V>(run: (value: V) => void) =>
            (value: V) => {
              clearTimeout(late);
              run(value);
            };
          session.rows.set(turn, { resolve: settled(resolve), reject: settled(reject) });
          worker.postMessage({ kind: 'rows', session: id, turn, page, at, making } satisfies ToThread);
        });
      },
      end() {
        for (const { reject } of session.rows.values()) reject(lost());
        session.rows.clear();
        if (sessions.delete(id)) worker.postMessage({ kind: 'end', session: id } satisfies ToThread);
      },
    };
  }

  async function call(http: ProviderHttp, what: ThreadCall, { isRepeatable }: { isRepeatable: boolean }) {
    for (let moves = 0; ; moves++) {
      const session = open(http);
      try {
        const reply = await session.reply({ kind: 'call', call: what });
        return 'value' in reply ? reply.value : undefined;
      } catch (error) {
        if (!(error instanceof ThreadLost)) throw error;
        // If the call had not asked for an HTTP request before its thread died, nothing has changed at the provider.
        const isUntouched = !session.hasAsked();
        const isMoved = !error.isBlamed && (isRepeatable || isUntouched) && moves < movesMax;
        if (!isMoved) throw isUntouched ? new NotSent(error.message) : error;
      } finally {
        session.end();
      }
    }
  }

  async function* pull(
    { platformKey, dataType }: { platformKey: string; dataType: string },
    { http, files, ...input }: PullInput,
  ): AsyncGenerator<ReadPage> {
    let resumeAt = input.resumeAt;
    for (let moves = 0; ; moves++) {
      const session = open(http, files);
      const place = { ...input, ...(resumeAt !== undefined && { resumeAt }), ...(files && { files: files.list }) };
      const what = { platformKey, path: ['pull', dataType], input: place };
      // True while the next page is being fetched. The caller may then still be writing the previous page and needs the
      // session to get the rows of that page, even if fetching the next page fails.
      let isPageOut = false;
      try {
        for (let reply = await session.reply({ kind: 'call', call: what }); 'records' in reply; ) {
          isPageOut = false;
          yield pageOf(session, reply);
          if (reply.resumeAt === null) return;
          resumeAt = reply.resumeAt;
          isPageOut = true;
          reply = await session.reply({ kind: 'next' });
        }
        return;
      } catch (error) {
        if (!(error instanceof ThreadLost) || error.isBlamed || moves >= movesMax) throw error;
      } finally {
        if (isPageOut) setTimeout(session.end, rowsWithinMs).unref();
        else session.end();
      }
    }
  }

  function guardPush(platformKey: string, dataType: string, push: Push): Push {
    const run = (method: 'send' | 'poll' | 'find' | 'read') => async (given: PushInput & { ticket?: string }) => {
      const { http, wish, ...rest } = given;
      const { record, customFields, ...bare } = wish;
      const what = {
        ...{ platformKey, path: ['push', dataType, method], input: { ...rest, wish: bare } },
        ...{ recordText: record && JSON.stringify(record), customText: customFields && JSON.stringify(customFields) },
      };
      return withRecord(await call(http, what, { isRepeatable: method !== 'send' })) as never;
    };
    return {
      ...push,
      send: run('send'),
      ...(push.poll && { poll: run('poll') }),
      ...(push.find && { find: run('find') }),
      ...(push.read && { read: run('read') }),
    };
  }

  function guardConnector(connector: Connector): Connector {
    const { key: platformKey } = connector.platform;
    const { oauth, push, uploads, content, rawRequests } = connector;
    const run =
      (...path: string[]) =>
      ({ http = noHttp, ...input }: { http?: ProviderHttp; file?: object }) =>
        call(http, { platformKey, path, input }, repeatable) as Promise<never>;
    // A write whose thread is lost may have been carried out, so it is not sent again.
    const sendRaw = ({ http, ...input }: RawInput) => {
      const isRepeatable = input.request.method === 'GET';
      return call(http, { platformKey, path: ['rawRequests', 'send'], input }, { isRepeatable }) as Promise<never>;
    };
    const pulls = Object.keys(connector.pull).map((dataType) => [
      dataType,
      (input: PullInput) => pull({ platformKey, dataType }, input),
    ]);
    const pushes = Object.entries(push ?? {}).map(([dataType, one]) => [
      dataType,
      guardPush(platformKey, dataType, one),
    ]);
    return {
      ...connector,
      pull: Object.fromEntries(pulls),
      ...(push && { push: Object.fromEntries(pushes) }),
      ...(oauth && {
        oauth: {
          ...oauth,
          findTenant: run('oauth', 'findTenant'),
          ...(oauth.disconnect && { disconnect: run('oauth', 'disconnect') }),
        },
      }),
      ...(uploads && { uploads: { describe: run('uploads', 'describe'), preview: run('uploads', 'preview') } }),
      ...(content && { content: run('content') }),
      ...(rawRequests?.send && { rawRequests: { ...rawRequests, send: sendRaw } }),
      check: run('check'),
    };
  }

  return {
    guard: (registry) => ({
      ...registryOf(registry.all.map(guardConnector)),
      mapSources: (platformKey, dataType, batch) =>
        call(noHttp, { platformKey, path: ['fromSource', dataType], input: batch }, repeatable) as Promise<never>,
      compareCustom: (platformKey, batch) =>
        call(noHttp, { platformKey, path: ['customFields'], input: batch }, repeatable) as Promise<never>,
    }),
    async close() {
      clearInterval(ticker);
      isClosed = true;
      const all = [...threads];
      for (const thread of all) lose(thread, stopping);
      await Promise.all(all.map(({ worker }) => worker.terminate()));
    },
  };
}

/** Stored sources and uploaded files need no platform. A connector that sends a request nevertheless fails. */
const noHttp: ProviderHttp = {
  nowMs: () => 0,
  request: async () => Promise.reject(new Error('A stored source or file must be read without requests.')),
};

async function readFile({ files }: Session, fileId: string): Promise<Uint8Array> {
  if (!files?.list.some((one) => one.fileId === fileId)) throw new Error('The pass has no such file.');
  return files.read(fileId);
}

function hearRows({ rows }: Session, message: Extract<FromThread, { kind: 'rows' | 'rowsFailed' }>): void {
  const waiter = rows.get(message.turn);
  rows.delete(message.turn);
  if (message.kind === 'rows') waiter?.resolve(message.rows);
  else waiter?.reject(errorOf(message.error));
}

function hearEnd(session: Session, message: Extract<FromThread, { kind: 'page' | 'done' | 'failed' }>): void {
  const { waiter } = session;
  session.waiter = undefined;
  if (message.kind === 'page') waiter?.resolve(message.page);
  else if (message.kind === 'done') waiter?.resolve({ value: message.value });
  else {
    const { ref } = message.error;
    const own = ref === undefined ? undefined : session.errors.get(ref);
    waiter?.reject((own as Error | undefined) ?? errorOf(message.error));
  }
}
