import type { ProviderAnswer } from '@daybook/connector-kit';
import {
  AuthRejected,
  PermissionDenied,
  RateLimited,
  retryAtMs,
  Unavailable,
  Unsupported,
} from '@daybook/connector-kit';

/**
 * Odoo rejected the call, by a business rule or because of an internal error. Nothing was changed, because every call
 * is a separate database transaction.
 */
export class Refused extends Error {
  override name = 'Refused';
  /** The field of Odoo that is wrong, if Odoo says it. */
  readonly field: string | undefined;
  constructor(message: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** Odoo rolled back the call, because its database transaction conflicted with another one. It may be retried. */
export class RolledBack extends Unavailable {
  override name = 'RolledBack';
}

const waitWithoutAdviceMs = 60_000;
const textMax = 1000;
const conflicts =
  /SerializationFailure|DeadlockDetected|LockNotAvailable|ConcurrencyError|LockError|OperationalError|InterfaceError|AdminShutdown/;

/** The class and the message of an error in Odoo. JSON-2 sends it as the body, JSON-RPC as `error.data`. */
type OdooError = { name?: unknown; message?: unknown };

export function readJson2(answer: ProviderAnswer, nowMs: number): unknown {
  const isHtml = /^\s*</.test(answer.body);
  if (answer.status === 200 && !isHtml) return parse(answer.body);
  if (answer.status === 401) throw new AuthRejected('Odoo does not accept the API key.');
  failByStatus(answer, nowMs);
  if (answer.status === 404 && isHtml) throw new AuthRejected('There is no such Odoo database at this URL.');
  if (isHtml || answer.status >= 502) throw new Unavailable(`Odoo answered with status ${answer.status}.`);
  return failByError(parse(answer.body) as OdooError, answer.status);
}

type RpcBody = { jsonrpc?: unknown; result?: unknown; error?: { code?: unknown; message?: unknown; data?: OdooError } };

/** Odoo's JSON-RPC reports errors with HTTP status 200. Other statuses come from a proxy. */
export function readJsonRpc(answer: ProviderAnswer, nowMs: number): unknown {
  if (answer.status === 401) throw new AuthRejected('Odoo does not accept the API key.');
  failByStatus(answer, nowMs);
  if (answer.status !== 200) throw new Unavailable(`Odoo answered with status ${answer.status}.`);
  const body = parse(answer.body) as RpcBody;
  if (body.error !== undefined) return failByError(body.error.data ?? body.error, 200);
  // A method that returns nothing has no result.
  if (!('result' in body) && body.jsonrpc === undefined)
    throw new Unavailable('Odoo sent a response without a result.');
  return body.result ?? null;
}

function parse(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Do not pass on the parser's own message, because it quotes the response.
    throw new Unavailable('Odoo sent a response that could not be parsed.');
  }
  return value;
}

function failByStatus(answer: ProviderAnswer, nowMs: number): void {
  if (answer.status === 429)
    throw new RateLimited('Odoo rate limit reached.', retryAtMs(answer, nowMs, waitWithoutAdviceMs));
}

function failByError(error: OdooError, status: number): never {
  if (typeof error !== 'object' || error === null || typeof error.name !== 'string')
    throw new Unavailable(`Odoo answered with status ${status}.`);
  const { name } = error;
  const message = String(error.message ?? '').slice(0, textMax);
  if (name.endsWith('.AccessDenied')) throw new AuthRejected('Odoo does not accept the user and API key.');
  if (name.endsWith('.AccessError')) throw new PermissionDenied(message);
  if (conflicts.test(name)) throw new RolledBack('Odoo rolled back the call, because the record was just changed.');
  const isModelMissing = /the model '[\w.]+' does not exist|^Object [\w.]+ doesn't exist|^[\w.]+$/.test(message);
  if ((name.endsWith('.NotFound') || name.endsWith('.KeyError')) && isModelMissing)
    throw new Unsupported('This Odoo does not have the app that this data type needs.');
  // JSON-RPC of an unknown database: Odoo passes on PostgreSQL's error.
  if (/database ".*" does not exist/.test(message))
    throw new AuthRejected('There is no such Odoo database at this URL.');
  throw new Refused(message || name);
}
