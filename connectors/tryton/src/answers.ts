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
 * Tryton's business rules rejected the call. Nothing was changed, because every call is a separate database
 * transaction.
 */
export class Refused extends Error {
  override name = 'Refused';
}

/**
 * Tryton rolled back the call, because its database transaction conflicted with another one, or because the database
 * was still loading. The call may be retried.
 */
export class RolledBack extends Unavailable {
  override name = 'RolledBack';
}

/** Tryton rolled back the call, because the record no longer has the timestamp that the call has named. */
export class Outdated extends RolledBack {
  override name = 'Outdated';
}

const waitWithoutAdviceMs = 60_000;
const notAllowed = /^You are not allowed to |is not allowed\.$/;
const passing =
  /^$|could not obtain lock|could not serialize|deadlock detected|server closed the connection|Records were modified/;

type Body = { result?: unknown; error?: unknown };

/**
 * Returns the result of a call, or throws the right class of error. Nearly all error responses have HTTP status 200.
 */
export function readResult(answer: ProviderAnswer, asked: { method: string; nowMs: number }): unknown {
  if (answer.status !== 200) failByStatus(answer, asked.nowMs);
  let body: Body;
  try {
    body = JSON.parse(answer.body) as Body;
  } catch {
    // Do not pass on the parser's own message, because it quotes the response.
    throw new Unavailable('Tryton sent a response that could not be parsed.');
  }
  if (typeof body !== 'object' || body === null)
    throw new Unavailable('Tryton sent a response that could not be parsed.');
  if (body.error !== undefined) failByError(body.error, asked.method);
  if (!('result' in body)) throw new Unavailable('Tryton sent a response without a result.');
  return body.result;
}

function failByStatus(answer: ProviderAnswer, nowMs: number): never {
  const { status } = answer;
  if (status === 401) throw new AuthRejected('Tryton does not accept the user name and password.');
  if (status === 403) throw new PermissionDenied('Tryton does not allow this user to perform this operation.');
  if (status === 404) throw new AuthRejected('There is no such Tryton database at this URL.');
  // Tryton itself answers 429 after too many wrong passwords. That response has no `Retry-After`.
  if (status === 429)
    throw new RateLimited('Tryton rate limit reached.', retryAtMs(answer, nowMs, waitWithoutAdviceMs));
  throw new Unavailable(`Tryton answered with status ${status}.`);
}

/**
 * An error is `[kind, [message, description]]` for the four kinds of errors that Tryton shows to people, and `[message,
 * traceback]` for all other errors. The messages are in English, because every call asks for English.
 */
function failByError(error: unknown, method: string): never {
  const [kind, details] = (Array.isArray(error) ? error : [error]) as [unknown, unknown];
  const texts = (Array.isArray(details) ? details : [details]).map((text) => (typeof text === 'string' ? text : ''));
  if (kind === 'UserError') {
    const message = texts.filter(Boolean).join(' ').slice(0, 1000);
    if (notAllowed.test(texts[0] ?? '')) throw new PermissionDenied(message);
    throw new Refused(message);
  }
  // A UserWarning asks an interactive user a question. A connector cannot answer it, so it counts as a rejection.
  if (kind === 'UserWarning') throw new Refused(texts.slice(1).filter(Boolean).join(' ').slice(0, 1000));
  if (kind === 'LoginException') throw new AuthRejected('Tryton does not accept the user name and password.');
  if (kind === 'ConcurrencyException') throw new Outdated('Tryton reported that the record was just changed.');
  const text = String(kind);
  if (passing.test(text))
    throw new RolledBack(`Tryton rolled back the call: ${text.slice(0, 200) || 'no reason given'}.`);
  // If the module of a model is not activated, Tryton reports a KeyError whose text is the name of the model.
  const [, model] = /^(?:model|wizard)\.(.+)\.\w+$/.exec(method) ?? [];
  if (model !== undefined && text === `'${model}'`) throw new Unsupported(`Tryton has no model ${model}.`);
  throw new Unavailable(`Tryton reported an internal error: ${text.slice(0, 200)}.`);
}
