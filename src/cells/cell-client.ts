import type { Clock } from '../base/clock.ts';
import { ApiError } from '../base/errors.ts';
import { NoAnswer, type Outbound } from '../outbound/http.ts';
import { signatureHeader, signRequest } from './signature.ts';

/** Sends signed requests to the other cells of the installation. A cell that is down must not delay a person. */
export type CellClient = {
  /** The name of this cell. */
  own: string;
  /** Also signs the tickets with which a person switches cells. */
  key: Buffer;
  /** The names of the other cells. */
  others: readonly string[];
  /** Throws `NoAnswer` if the cell does not respond, and the `ApiError` of the other cell if it refuses. */
  ask<T>(cell: string, path: string, body: object, options?: { timeoutMs?: number }): Promise<T>;
  /** Asks all other cells at once. */
  askOthers<T>(path: string, body: object): Promise<CellAnswer<T>[]>;
};

export type CellAnswer<T> = { cell: string } & ({ body: T } | { refusal: ApiError } | { isUnreachable: true });

type ClientContext = {
  clock: Clock;
  outbound: Pick<Outbound, 'send'>;
  config: { cell: string; cells: readonly { name: string; url: string }[]; cellsKey: Buffer | undefined };
};

/** A person waits for it. */
const answerWithinMs = 2000;
const answerBytesMax = 1_000_000;

/** Undefined if the installation has only one cell. */
export function createCellClient({ clock, outbound, config }: ClientContext): CellClient | undefined {
  const { cell: own, cells, cellsKey: key } = config;
  if (cells.length === 0 || !key) return undefined;
  const others = cells.map(({ name }) => name).filter((name) => name !== own);

  const ask: CellClient['ask'] = async (cell, path, given, { timeoutMs = answerWithinMs } = {}) => {
    const url = cells.find(({ name }) => name === cell)?.url;
    if (url === undefined) throw new Error(`DAYBOOK_CELLS does not contain the cell "${cell}".`);
    const body = JSON.stringify(given);
    const signature = signRequest(key, { from: own, to: cell, path, body, nowMs: clock.nowMs() });
    const answer = await outbound.send({
      method: 'POST',
      url: url + path,
      headers: { 'content-type': 'application/json', [signatureHeader]: signature },
      body,
      timeoutMs,
      answerBytesMax,
    });
    const parsed = parse(answer.body);
    if (answer.status < 300) return parsed;
    if (typeof parsed?.code === 'string' && answer.status < 500) throw refusalOf(answer, parsed);
    throw new NoAnswer(`the cell answered with status ${answer.status}`);
  };

  return {
    own,
    key,
    others,
    ask,
    askOthers: <T>(path: string, body: object) =>
      Promise.all(
        others.map(async (cell): Promise<CellAnswer<T>> => {
          try {
            return { cell, body: await ask<T>(cell, path, body) };
          } catch (error) {
            if (error instanceof ApiError) return { cell, refusal: error };
            if (error instanceof NoAnswer) return { cell, isUnreachable: true };
            throw error;
          }
        }),
      ),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the body of another cell of the same program
function parse(text: string): any {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new NoAnswer('the cell sent a response that could not be parsed');
  }
}

/** The refusal of the other cell, as this cell would have thrown it. */
function refusalOf(
  answer: { status: number; headers: Record<string, string> },
  { code, error, service, retryable }: { code: string; error: string; service: string; retryable: boolean },
): ApiError {
  const wait = answer.headers['retry-after'];
  return new ApiError({
    ...{ statusCode: answer.status, code, error, service, retryable },
    ...(wait !== undefined && { headers: { 'retry-after': wait } }),
  });
}
