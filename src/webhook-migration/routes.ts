import type { Db, Tx } from '../db/db.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { type CheckContext, checkDaysDefault, checkMigration } from './check-migration.ts';
import { declareRuleIdUnused, requestMigration } from './declare-readiness.ts';
import { readStatusInside } from './migration-status.ts';
import { readFacts } from './read-facts.ts';
import { reportRehearsal } from './report-rehearsal.ts';
import { Migration, RehearsalBody, RehearsalQuery, toMigration, toRehearsalBody } from './wire.ts';

export type MigrationContext = { db: Db } & CheckContext;

/** Reads the migration state of an account, as its people and the operator see it. */
export async function readMigration(ctx: MigrationContext, tx: Tx): Promise<Migration> {
  const status = await readStatusInside(tx);
  const wanted = { days: checkDaysDefault };
  const check =
    status.generation === 'older' ? checkMigration(ctx, await readFacts(ctx, tx, wanted), wanted) : undefined;
  return toMigration(status, check, ctx.clock.nowMs());
}

/**
 * In the portal, the client can see the state of the migration, declare that it does not rely on `RuleId`, and request
 * the migration. API keys have no access, and no route applies the migration.
 */
export function migrationRoutes(ctx: MigrationContext): Route[] {
  const shared = { tag: 'Migration', scope: 'webhooks', access: 'session' } as const;
  const answers = { 200: { description: 'The state of the migration', schema: Migration } };

  function say(write: typeof declareRuleIdUnused) {
    return async (tx: Tx, { principal: { person } }: Call) => {
      if (!person) throw new Error('A request that belongs to no signed-in person passed authentication.');
      await write(ctx, tx, { by: person.email, source: 'client' });
      return { body: await readMigration(ctx, tx) };
    };
  }

  return [
    route({
      ...shared,
      method: 'GET',
      path: '/migration',
      operationId: 'getMigration',
      summary: 'Get the state of the migration to the newer webhooks',
      answers,
      read: async ({ principal }) => ({
        body: await ctx.db.transaction(principal.accountId, (tx) => readMigration(ctx, tx), { isReadOnly: true }),
      }),
    }),
    route({
      ...shared,
      method: 'GET',
      path: '/migration/rehearsal',
      operationId: 'getMigrationRehearsal',
      summary: 'Get the report of the last rehearsal, event by event',
      query: RehearsalQuery,
      answers: { 200: { description: 'The report', schema: RehearsalBody } },
      refusals: [409],
      read: async ({ principal, query }) => ({
        body: toRehearsalBody(await reportRehearsal(ctx, principal.accountId), query),
      }),
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/migration/declaration',
      operationId: 'declareRuleIdUnused',
      summary: 'Declare that the client does not rely on RuleId',
      role: 'administrator',
      answers,
      write: say(declareRuleIdUnused),
    }),
    route({
      ...shared,
      method: 'POST',
      path: '/migration/request',
      operationId: 'requestMigration',
      summary: 'Request the migration',
      description: 'Asks the operator to migrate the account.',
      role: 'administrator',
      answers,
      write: say(requestMigration),
    }),
  ];
}
