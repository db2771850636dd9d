import type { Clock } from '../base/clock.ts';
import type { Tx } from '../db/db.ts';
import type { Call, Route } from '../http/route.ts';
import { byCall, type Subject, writeAuditAtCommit } from './write-audit.ts';

/** A change made through the API. The server writes the audit entry in the same database transaction as the change. */
export type Change = { route: Route; call: Call; before: string | null; after: string | null };

/**
 * Returns true if the server writes the audit entry of the operation. Other operations write their own entry, because
 * only they know which account is affected.
 */
export function isKeptByServer({ method, access, isPersonal, writesAudit }: Route): boolean {
  return method !== 'GET' && access !== 'open' && access !== 'operator' && !isPersonal && !writesAudit;
}

export function isRecorded(route: Route, call: Call): boolean {
  if (!isKeptByServer(route) || route.isDryRun?.(call)) return false;
  return call.principal.person !== null || !route.hasOwnHistory;
}

export function recordChange(ctx: { clock: Clock }, tx: Tx, { route, call, ...states }: Change): void {
  const before = parsed(states.before);
  const after = parsed(states.after);
  writeAuditAtCommit(ctx, tx, {
    ...byCall(call),
    accountId: tx.accountId,
    operation: route.operationId,
    subject: subjectOf(route, call.params as Record<string, string>, after ?? before),
    companyId: textIn(call.params, 'companyId') ?? textIn(after, 'companyId'),
    before,
    after,
  });
}

/**
 * The subject is the first id in the response, such as `companyId`, otherwise the last path parameter. The response
 * takes precedence, because the path does not contain the id of a newly created object.
 */
function subjectOf(route: Route, params: Record<string, string> | undefined, state: unknown): Subject {
  const name = textIn(state, 'name') ?? textIn(state, 'email');
  const own = Object.keys((state as object | null) ?? {}).find((key) => key.endsWith('Id') && textIn(state, key));
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key).at(-1);
  const key = own ?? inPath;
  if (key === undefined) return { kind: route.path.split('/')[1] ?? '', ...(name && { name }) };
  const kind = key === 'id' ? 'record' : key.replace(/Id$/, '');
  return { kind, id: textIn(state, key) ?? params?.[key], ...(name && { name }) };
}

function parsed(json: string | null): Record<string, unknown> | null {
  if (json === null) return null;
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
}

export function textIn(state: unknown, key: string): string | undefined {
  const value = (state as Record<string, unknown> | null | undefined)?.[key];
  return typeof value === 'string' ? value : undefined;
}
