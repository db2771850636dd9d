import type { Insertable, Transaction } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Tx } from '../db/db.ts';
import type { Tables } from '../db/tables.ts';
import type { Principal } from '../http/access/principal.ts';
import type { Call } from '../http/route.ts';
import { maskSecrets } from './mask-secrets.ts';
import { auditStatement, insertAudit, setAuditAfter } from './store.ts';

export type Actor = { kind: 'person' | 'key' | 'operator' | 'service' | 'link'; id?: string | undefined; name: string };
export type Subject = { kind: string; id?: string | undefined; name?: string | undefined };

/**
 * An entry of the audit log, which says who changed what. It is one row, written in the same database transaction as
 * the change.
 */
export type AuditEntry = {
  /** The account whose audit log gets the entry, or `noAccount` for an action that belongs to no account. */
  accountId: string;
  actor: Actor;
  operation: string;
  subject: Subject;
  companyId?: string | undefined;
  before?: unknown;
  after?: unknown;
  address?: string | undefined;
  correlationId?: string | undefined;
};

/** Operator commands run in a shell on the operator's machine, so the person's name is unknown. */
export const commandLine: Actor = { kind: 'operator', name: 'command line' };

/** A person who uses a company link does not sign in, so the name of the person is unknown. */
export const companyLink: Actor = { kind: 'link', name: "the company's link" };

function actorOf({ person, apiKeyId, keyName }: Pick<Principal, 'person' | 'apiKeyId' | 'keyName'>): Actor {
  if (person) return { kind: person.isOperator ? 'operator' : 'person', id: person.personId, name: person.name };
  return { kind: 'key', ...(apiKeyId && { id: apiKeyId }), name: keyName };
}

/** The parts of an entry that come from the request. */
export function byCall({ principal, address, correlationId }: Pick<Call, 'principal' | 'address' | 'correlationId'>) {
  return { accountId: principal.accountId, actor: actorOf(principal), address, correlationId };
}

/** Maximum length of a stored state. Longer states are not stored, because the audit log is not a backup. */
const stateCharactersMax = 64 * 1024;

export async function writeAudit(ctx: { clock: Clock }, tx: Transaction<Tables>, entry: AuditEntry): Promise<void> {
  await insertAudit(tx, auditRow(ctx, entry));
}

/**
 * Writes the entry of something that is done outside, before it is done, so that nothing is done without an entry.
 * `completeAudit` adds how it ended.
 */
export async function openAudit(ctx: { clock: Clock }, tx: Transaction<Tables>, entry: AuditEntry): Promise<string> {
  const row = auditRow(ctx, entry);
  await insertAudit(tx, row);
  return row.audit_id;
}

export async function completeAudit(tx: Tx, { auditId, after }: { auditId: string; after: object }): Promise<void> {
  await setAuditAfter(tx, auditId, stateText(after));
}

/** The same for the last statement of a transaction: it is sent with the commit. */
export function writeAuditAtCommit(ctx: { clock: Clock }, tx: Tx, entry: AuditEntry): void {
  tx.atCommit(auditStatement(tx, auditRow(ctx, entry)));
}

function auditRow(ctx: { clock: Clock }, entry: AuditEntry): Insertable<Tables['audit']> & { audit_id: string } {
  return {
    account_id: entry.accountId,
    audit_id: newId(ctx.clock),
    at: ctx.clock.now(),
    actor_kind: entry.actor.kind,
    actor_id: entry.actor.id ?? null,
    actor_name: entry.actor.name,
    operation: entry.operation,
    subject_kind: entry.subject.kind,
    subject_id: entry.subject.id ?? null,
    subject_name: entry.subject.name ?? null,
    company_id: entry.companyId ?? null,
    before: stateText(entry.before),
    after: stateText(entry.after),
    address: entry.address ?? null,
    correlation_id: entry.correlationId ?? null,
  };
}

function stateText(state: unknown): string | null {
  if (state === undefined || state === null) return null;
  const text = JSON.stringify(maskSecrets(state));
  return text.length <= stateCharactersMax ? text : JSON.stringify({ tooLong: `${text.length} characters` });
}
