import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyTooNarrow } from '../base/errors.ts';
import {
  roleTooLow,
  scopeMissing,
  secondFactorRequired,
  sessionElsewhere,
  sessionOnly,
} from './access/access-refusals.ts';
import { withKeyOnly } from './access/key-header.ts';
import { requireOwnOrigin } from './access/own-origin.ts';
import type { PathOwners } from './access/path-owners.ts';
import { type Asking, nobody, type Person, type Principal, roles } from './access/principal.ts';
import type { AddressLimit } from './limits/address-limit.ts';
import type { CompanySlots } from './limits/company-slots.ts';
import type { OpenAnswers } from './limits/open-answers.ts';
import type { Decision } from './limits/rate-limit.ts';
import { methodNotAllowed, pathNotFound } from './refusals.ts';
import type { Route } from './route.ts';

/**
 * Dependencies of the request checks. They are injected, so that `http` does not import the modules that provide them.
 */
export type Gate = {
  requireService(): void;
  /** Finds the account of the API key, or the signed-in person. */
  authenticate(request: Asking): Promise<Principal>;
  requireUnexpired(principal: Principal): void;
  limit(principal: Principal): Promise<Decision>;
  /** Throws unless the person has entered the password recently. Used for sensitive changes. */
  requireProof(person: Person): void;
  requireCompany(principal: Principal, companyId: string, options?: { isSeenAgain?: boolean }): Promise<void>;
  /**
   * Replaces an error with 403 or 404 if the path names another account's resource or a resource that does not exist.
   */
  whose: PathOwners;
  slots: CompanySlots;
  addresses: AddressLimit;
  answers: OpenAnswers;
  /** The service's own origin: scheme, host and port. */
  origin: string;
};

/**
 * Checks every request in this order: maintenance (503) → authentication (401, 403) → account expiry (402) → rate limit
 * (429) → method (405) and path (404) → scope and ownership (403, 404). run-route.ts then checks the input (400).
 */
export async function passGate(
  gate: Gate,
  request: FastifyRequest,
  reply: FastifyReply,
  found: { route: Route | undefined; allowed: () => string[] },
): Promise<{ principal: Principal; release?: () => void }> {
  // During maintenance, the operator must still be able to sign in and switch it off.
  if (found.route?.access !== 'operator' && !found.route?.isServedInMaintenance) gate.requireService();
  if (found.route?.access === 'open') {
    gate.addresses.take(request.ip);
    // Another site must not be able to sign a visitor in. A request without an Origin header comes from a program and
    // is allowed.
    if (request.headers.origin !== undefined) requireOwnOrigin(request, gate.origin);
    reply.header('cache-control', 'no-store');
    return { principal: nobody };
  }
  const principal = await gate.authenticate(found.route?.isForKeysOnly ? withKeyOnly(request) : request);
  request.caller = principal;
  // In an expired account, people can still use personal routes, for example to sign out. Operators belong to no
  // account. The account of an API key is always checked.
  if (!principal.person || (!found.route?.isPersonal && found.route?.access !== 'operator'))
    gate.requireUnexpired(principal);
  const { headers } = await gate.limit(principal);
  reply.headers(headers);
  gate.answers.claim(reply.raw, principal.accountId);
  gate.answers.requireRoom(principal.accountId);
  // Keep session responses out of shared caches; the browser must revalidate.
  if (principal.person) reply.header('cache-control', found.route?.access ? 'no-store' : 'private, no-cache');
  const { route } = found;
  if (!route) {
    const allowed = found.allowed();
    throw allowed.length > 0 ? methodNotAllowed({ method: request.method, allowed }) : pathNotFound();
  }
  await route.onAsked?.(principal);
  if (principal.person) {
    requireRole(route, principal.person);
    if (route.sensitive && !route.sensitive.isProvedByInput) gate.requireProof(principal.person);
  } else if (route.access !== undefined) throw sessionOnly();
  else if (!principal.scopes.includes(route.scope)) throw scopeMissing({ scope: route.scope });
  if (isOfWholeAccount(route)) requireWholeKey(principal);
  const { companyId } = request.params as { companyId?: string };
  if (companyId === undefined) return { principal };
  await gate.requireCompany(principal, companyId, { isSeenAgain: route.isCompanySeen ?? false });
  return { principal, release: await gate.slots.acquire(companyId) };
}

function requireRole(route: Route, person: Person): void {
  if (route.isPersonal) return;
  if (person.needsSecondFactor) throw secondFactorRequired();
  if (route.access === 'operator') {
    if (!person.isOperator) throw roleTooLow({ role: 'operator' });
    return;
  }
  const least = route.role ?? (route.method === 'GET' ? 'viewer' : 'developer');
  if (person.role === null || roles.indexOf(person.role) < roles.indexOf(least)) throw roleTooLow({ role: least });
}

/**
 * True if a key that is limited to company tags may not use the route. This applies to changes outside a company, and
 * to all webhook routes, because messages show companies that such a key must not see.
 */
export function isOfWholeAccount(route: Route): boolean {
  if (route.scope === 'webhooks') return true;
  return route.method !== 'GET' && !route.path.includes('{companyId}') && !route.isForNarrowKeys;
}

function requireWholeKey(principal: Principal): void {
  if (principal.companyTags === null) return;
  throw keyTooNarrow({
    reason: 'this API key is limited to certain companies, but this operation applies to the whole account.',
  });
}

/**
 * Repeats the access checks for a long-lived response, and throws if the same request would now be rejected. This check
 * does not count against the rate limit.
 */
export async function passAgain(gate: Gate, request: FastifyRequest): Promise<void> {
  gate.requireService();
  const principal = await gate.authenticate(request);
  gate.requireUnexpired(principal);
  const { route } = request.routeOptions.config;
  if (principal.person && route) requireRole(route, principal.person);
  // The session has switched to another account, but this response belongs to the previous one.
  if (principal.accountId !== request.principal?.accountId) throw sessionElsewhere();
  const { companyId } = request.params as { companyId?: string };
  if (companyId !== undefined) await gate.requireCompany(principal, companyId);
}

type Endpoint = { method: string; path: string };

/**
 * Returns the methods of a path for the `Allow` header, after no route has matched. Only the most specific pattern
 * counts.
 */
export function allowedMethods(routes: readonly Endpoint[], path: string): string[] {
  const found = routes.filter((route) => matches(route.path, path));
  const closest = Math.min(...found.map((route) => parametersIn(route.path)));
  const methods = found.filter((route) => parametersIn(route.path) === closest).map((route) => route.method);
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort();
}

/**
 * Returns the methods and paths that must get a 405 but would match a wider pattern. For example, /data/all supports
 * only POST, but GET /data/all matches GET /data/{dataType}.
 */
export function shadowedMethods(routes: readonly Endpoint[]): Endpoint[] {
  const paths = [...new Set(routes.map((route) => route.path))];
  return paths.flatMap((path) => {
    const own = new Set(routes.filter((route) => route.path === path).map((route) => route.method));
    const wider = routes.filter((route) => route.path !== path && matches(route.path, path));
    return [...new Set(wider.map((route) => route.method))]
      .filter((method) => !own.has(method))
      .map((method) => ({ method, path }));
  });
}

const parametersIn = (pattern: string) => pattern.split('{').length - 1;

function matches(pattern: string, path: string): boolean {
  const parts = pattern.split('/');
  const given = path.split('/');
  return (
    parts.length === given.length &&
    parts.every((part, i) => (part.startsWith('{') ? given[i] !== '' : part === given[i]))
  );
}
