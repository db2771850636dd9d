import { AuthRejected, PermissionDenied, RateLimited, Unavailable, Unsupported } from '../provider-errors.ts';
import type { ProviderAnswer } from '../provider-http.ts';
import { retryAtMs } from '../retry-after.ts';

/** Tryton's business rules have said no. Nothing was changed: every call is a transaction of its own. */
export class Refused extends Error {
  override name = 'Refused';
}

/** Its transaction met another one, or the server was just loading a database: it was rolled back, and may be repeated. */
export class RolledBack extends Unavailable {
  override name = 'RolledBack';
}

const waitWithoutAdviceMs = 60_000;
const notAllowed = /^You are not allowed to |is not allowed\.$/;
const passing =
  /^$|could not obtain lock|could not serialize|deadlock detected|server closed the connection|Records were modified/;

type Body = { result?: unknown; error?: unknown };

/** The result of a call, or what went wrong by its class. Nearly all of it comes under HTTP 200. */
export function readResult(answer: ProviderAnswer, asked: { method: string; nowMs: number }): unknown {
  if (answer.status !== 200) failByStatus(answer, asked.nowMs);
  let body: Body;
  try {
    body = JSON.parse(answer.body) as Body;
  } catch {
    // The parser's own message repeats the text.
    throw new Unavailable('Tryton answered what cannot be read.');
  }
  if (typeof body !== 'object' || body === null) throw new Unavailable('Tryton answered what cannot be read.');
  if (body.error !== undefined) failByError(body.error, asked.method);
  if (!('result' in body)) throw new Unavailable('Tryton answered without a result.');
  return body.result;
}

function failByStatus(answer: ProviderAnswer, nowMs: number): never {
  const { status } = answer;
  if (status === 401) throw new AuthRejected('Tryton does not accept the user and the password.');
  if (status === 403) throw new PermissionDenied('Tryton does not allow this user to do this.');
  if (status === 404) throw new AuthRejected('There is no such database at this address.');
  // Tryton's own 429, after too many wrong passwords, comes without advice.
  if (status === 429)
    throw new RateLimited('Tryton asks for fewer requests.', retryAtMs(answer, nowMs, waitWithoutAdviceMs));
  throw new Unavailable(`Tryton answered with status ${status}.`);
}

/**
 * `[kind, [message, description]]` for the four kinds that Tryton means for people, `[message, traceback]` for the rest.
 * The messages are English, because every call asks for English.
 */
function failByError(error: unknown, method: string): never {
  const [kind, details] = (Array.isArray(error) ? error : [error]) as [unknown, unknown];
  const texts = (Array.isArray(details) ? details : [details]).map((text) => (typeof text === 'string' ? text : ''));
  if (kind === 'UserError') {
    const message = texts.filter(Boolean).join(' ').slice(0, 1000);
    if (notAllowed.test(texts[0] ?? '')) throw new PermissionDenied(message);
    throw new Refused(message);
  }
  // A question to the person at the screen: nobody is there to answer it, so it is a no.
  if (kind === 'UserWarning') throw new Refused(texts.slice(1).filter(Boolean).join(' ').slice(0, 1000));
  if (kind === 'LoginException') throw new AuthRejected('Tryton does not accept the user and the password.');
  if (kind === 'ConcurrencyException') throw new RolledBack('Tryton answered that the record has just been changed.');
  const text = String(kind);
  if (passing.test(text)) throw new RolledBack(`Tryton rolled it back: ${text.slice(0, 200) || 'without a reason'}.`);
  // A KeyError of the name of the model: its module is not activated.
  const [, model] = /^(?:model|wizard)\.(.+)\.\w+$/.exec(method) ?? [];
  if (model !== undefined && text === `'${model}'`) throw new Unsupported(`Tryton does not have ${model} here.`);
  throw new Unavailable(`Tryton answered with an error of its own: ${text.slice(0, 200)}.`);
}
