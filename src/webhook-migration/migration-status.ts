import { countOf } from '../base/count-of.ts';
import type { Db, Tx } from '../db/db.ts';
import { lastRehearsal, readApplied, readSteps, requireAccount } from './store.ts';

export type MigrationStatus = {
  accountId: string;
  generation: string;
  state: 'not migrated' | 'migrated' | 'rolled back' | 'always newer';
  declared: boolean;
  requested: boolean;
  rehearsal?: { rehearsalId: string; started: string; until: string; ended: string | null };
  /** The consumers that the currently applied plan created. */
  consumers: { consumerId: string; url: string; state: string }[];
  history: { at: string; step: string; by: string; source: string; detail: string }[];
};

export async function readStatus({ db }: { db: Db }, { accountId }: { accountId: string }): Promise<MigrationStatus> {
  return db.transaction(accountId, readStatusInside, { isReadOnly: true });
}

export async function readStatusInside(tx: Tx): Promise<MigrationStatus> {
  const generation = await requireAccount(tx);
  const steps = await readSteps(tx);
  const rehearsal = await lastRehearsal(tx);
  const applied = await readApplied(tx);
  const kinds = new Set(steps.map(({ kind }) => kind));
  const state =
    generation === 'newer'
      ? kinds.has('applied')
        ? 'migrated'
        : 'always newer'
      : kinds.has('rolledBack')
        ? 'rolled back'
        : 'not migrated';
  return {
    accountId: tx.accountId,
    generation,
    state,
    declared: kinds.has('declared'),
    requested: kinds.has('requested'),
    ...(rehearsal && {
      rehearsal: {
        rehearsalId: rehearsal.rehearsal_id,
        started: rehearsal.started_at.toISOString(),
        until: rehearsal.until.toISOString(),
        ended: rehearsal.ended_at?.toISOString() ?? null,
      },
    }),
    consumers: applied.map(({ consumer_id, url, state: of }) => ({ consumerId: consumer_id, url, state: of })),
    history: steps.map(({ at, kind, by_whom, source, detail }) => ({
      at: at.toISOString(),
      step: kind,
      by: by_whom,
      source,
      detail: summary(detail),
    })),
  };
}

/** A plan is long, so only its hash and its number of consumers are shown. */
function summary(detail: Record<string, unknown>): string {
  const { plan, forced, ...rest } = detail as {
    plan?: { hash: string; consumers: unknown[] };
    forced?: { reason: string };
  } & Record<string, unknown>;
  return [
    plan && `plan ${plan.hash.slice(0, 12)}, ${countOf(plan.consumers.length, 'consumer')}`,
    forced && `forced: ${forced.reason}`,
    ...Object.entries(rest).map(([name, value]) => `${name} ${Array.isArray(value) ? value.length : value}`),
  ]
    .filter(Boolean)
    .join('; ');
}
