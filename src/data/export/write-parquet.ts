import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { tooManyRequests } from '../../base/errors.ts';
import type { FromThread, ThreadData, ToThread } from './parquet-thread.ts';

/** Every file that is being written has a thread, and its memory. */
const filesAtOnce = 4;
const filesPerAccount = 2;
const memoryMb = 64;
/** The accounts whose files are being written in this process. */
const writing: string[] = [];

const threadFile = new URL(`./parquet-thread${extname(import.meta.filename)}`, import.meta.url);

/** Rejects the request, before the file begins, if too many files are being written in this process. */
export function requireThread(accountId: string): void {
  const own = writing.filter((one) => one === accountId).length;
  if (writing.length < filesAtOnce && own < filesPerAccount) return;
  throw tooManyRequests({
    error: `at most ${filesPerAccount} Parquet files of an account, and ${filesAtOnce} of all accounts, can be written at the same time.`,
    retryAfterSeconds: 30,
  });
}

/**
 * Turns rows into a Parquet file. The next rows are read while the thread encodes the previous ones. A file that is cut
 * off has no footer, so no reader accepts it.
 */
export async function* writeParquet(
  accountId: string,
  data: ThreadData,
  parts: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  requireThread(accountId);
  writing.push(accountId);
  const thread = startThread(data);
  try {
    let pending: Promise<Buffer> | undefined;
    for await (const part of parts) {
      if (pending) yield await pending;
      // A copy: the memory of a part is used again, and a thread gets memory of its own.
      pending = thread.send({ rows: new Uint8Array(part) });
      // It is awaited above or below, unless reading the next part fails first.
      pending.catch(() => {});
    }
    if (pending) yield await pending;
    yield await thread.send('end');
  } finally {
    writing.splice(writing.indexOf(accountId), 1);
    await thread.stop();
  }
}

function startThread(workerData: ThreadData) {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 };
  const worker = new Worker(threadFile, { workerData, execArgv: [], env: {}, resourceLimits });
  let waiting: { resolve(bytes: Buffer): void; reject(error: Error): void } | undefined;
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    waiting?.reject(failure);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread that writes a Parquet file has ended.')));
  worker.on('message', ({ bytes }: FromThread) => waiting?.resolve(Buffer.from(bytes.buffer as ArrayBuffer)));
  return {
    send(message: ToThread): Promise<Buffer> {
      return new Promise((resolve, reject) => {
        if (failure) return reject(failure);
        waiting = { resolve, reject };
        worker.postMessage(message, message === 'end' ? [] : [message.rows.buffer as ArrayBuffer]);
      });
    },
    stop: () => worker.terminate(),
  };
}
