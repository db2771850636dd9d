import type { ProviderAnswer, ProviderRequest } from '@daybook/connector-kit';
import * as known from '@daybook/connector-kit';
import { RecordRefused, type RecordRow, type RowMaking } from './record-row.ts';

/**
 * Messages to and from a connector thread. `session` identifies one use of the thread. This is either a pass, which
 * reads the pages of one data type, or one call of any other connector function.
 */
export type ToThread =
  | { kind: 'ping' }
  | { kind: 'call'; session: number; nowMs: number; call: ThreadCall }
  | { kind: 'next'; session: number; nowMs: number }
  | { kind: 'rows'; session: number; turn: number; page: number; at: number[]; making: RowMaking }
  | { kind: 'answer'; session: number; request: number; nowMs: number; answer: ProviderAnswer }
  | { kind: 'file'; session: number; request: number; nowMs: number; content: Uint8Array }
  | { kind: 'noAnswer'; session: number; request: number; nowMs: number; error: ErrorParts }
  | { kind: 'end'; session: number };

export type FromThread =
  | { kind: 'pong' }
  | { kind: 'request'; session: number; number: number; request: ProviderRequest }
  | { kind: 'readFile'; session: number; number: number; fileId: string }
  | { kind: 'page'; session: number; page: ThreadPage }
  | { kind: 'rows'; session: number; turn: number; rows: RecordRow[] }
  | { kind: 'rowsFailed'; session: number; turn: number; error: ErrorParts }
  | { kind: 'done'; session: number; value?: unknown }
  | { kind: 'failed'; session: number; error: ErrorParts };

/**
 * A call of a connector function. Its arguments must be cloneable between threads, so records are passed as JSON text.
 */
export type ThreadCall = {
  platformKey: string;
  path: readonly string[];
  input: Record<string, unknown>;
  /** The pushed record as JSON text, because JSON text keeps every digit. */
  recordText?: string | undefined;
  /** The custom fields of a push, for the same reason. */
  customText?: string | undefined;
};

/** A page without the contents of its records, which stay in the thread until rows are requested. */
export type ThreadPage = {
  number: number;
  resumeAt: string | null;
  cursor?: string;
  total?: number;
  records: { id: string; isDeleted?: true; sourceModifiedDate?: string }[];
  /** The hashes of all records, in the order of `records`, 16 bytes each. */
  hashes: Uint8Array;
};

/**
 * An error in a form that can be sent between threads. `ref` is the number under which the main thread keeps the
 * original error.
 */
export type ErrorParts = { name: string; message: string; stack?: string; retryAtMs?: number; ref?: number };

/** Errors may quote a provider's response, so their length is limited. */
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
  FileUnreadable: known.FileUnreadable,
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
