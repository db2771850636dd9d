import * as known from './provider-errors.ts';
import type { ProviderAnswer, ProviderRequest } from './provider-http.ts';
import { RecordRefused, type RecordRow } from './record-row.ts';

/** What a thread that runs connectors is told, and what it tells. `session`: one pass, or one call. */
export type ToThread =
  | { kind: 'ping' }
  | { kind: 'call'; session: number; nowMs: number; call: ThreadCall }
  | { kind: 'next'; session: number; nowMs: number }
  | { kind: 'rows'; session: number; turn: number; page: number; at: number[]; modified: string }
  | { kind: 'answer'; session: number; request: number; nowMs: number; answer: ProviderAnswer }
  | { kind: 'noAnswer'; session: number; request: number; nowMs: number; error: ErrorParts }
  | { kind: 'end'; session: number };

export type FromThread =
  | { kind: 'pong' }
  | { kind: 'request'; session: number; number: number; request: ProviderRequest }
  | { kind: 'page'; session: number; page: ThreadPage }
  | { kind: 'rows'; session: number; turn: number; rows: RecordRow[] }
  | { kind: 'rowsFailed'; session: number; turn: number; error: ErrorParts }
  | { kind: 'done'; session: number; value?: unknown }
  | { kind: 'failed'; session: number; error: ErrorParts };

/** Which function of which connector, with its arguments as they can be sent: records as JSON text. */
export type ThreadCall = {
  platformKey: string;
  path: readonly string[];
  input: Record<string, unknown>;
  /** The wish's record, to the digit. */
  recordText?: string;
};

/** A page without its records: they stay in the thread until rows are asked for. */
export type ThreadPage = {
  number: number;
  resumeAt: string | null;
  cursor?: string;
  records: { id: string; isDeleted?: true; sourceModifiedDate?: string }[];
  /** 16 bytes for each record. */
  hashes: Uint8Array;
};

/** `ref`: the number under which the sender keeps the error itself. */
export type ErrorParts = { name: string; message: string; stack?: string; retryAtMs?: number; ref?: number };

/** Errors may quote what a provider sent. */
const messageCharsMax = 10_000;

export function errorParts(error: unknown): ErrorParts {
  const { name, message, stack, retryAtMs, ref } = error as ErrorParts & Error;
  return {
    name: String(name),
    message: String(message).slice(0, messageCharsMax),
    ...(stack !== undefined && { stack: String(stack).slice(0, messageCharsMax) }),
    ...(retryAtMs !== undefined && { retryAtMs }),
    ...(ref !== undefined && { ref }),
  };
}

const classes: Record<string, new (message: string) => Error> = {
  AuthRejected: known.AuthRejected,
  PermissionDenied: known.PermissionDenied,
  PaymentRequired: known.PaymentRequired,
  Unavailable: known.Unavailable,
  NotSent: known.NotSent,
  Unsupported: known.Unsupported,
  CursorTooOld: known.CursorTooOld,
  RecordRefused,
};

export function errorOf({ name, message, stack, retryAtMs, ref }: ErrorParts): Error {
  const Class = classes[name];
  const error =
    name === 'RateLimited'
      ? new known.RateLimited(message, retryAtMs ?? 0)
      : Class
        ? new Class(message)
        : Object.assign(new Error(message), { name });
  if (stack !== undefined) error.stack = stack;
  return ref === undefined ? error : Object.assign(error, { ref });
}
