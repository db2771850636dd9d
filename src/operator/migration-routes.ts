import Type from 'typebox';
import { withTrail } from '../audit/with-trail.ts';
import { notFound } from '../base/errors.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { type Applied, type ApplyContext, applyMigration } from '../webhook-migration/apply-migration.ts';
import { checkDaysDefault } from '../webhook-migration/check-migration.ts';
import { reportRehearsal } from '../webhook-migration/report-rehearsal.ts';
import { type RolledBack, rollbackMigration } from '../webhook-migration/rollback-migration.ts';
import { type MigrationContext, readMigration } from '../webhook-migration/routes.ts';
import { endRehearsal, startRehearsal } from '../webhook-migration/start-rehearsal.ts';
import { lastRehearsal } from '../webhook-migration/store.ts';
import { Migration, RehearsalBody, RehearsalQuery, toRehearsalBody } from '../webhook-migration/wire.ts';
import { auditOperator, personOf } from './audit.ts';
import { asOwner, ClientMigration, clientMigrationList } from './store.ts';
import { AccountParams, MigrationOrder, NewRehearsal } from './wire.ts';

export type OperatorMigrationContext = ListContext & MigrationContext & ApplyContext;

/**
 * A rehearsal that was started in the portal ends after this many events, because a report cannot contain more. Most
 * rehearsals reach their time limit first.
 */
const rehearsedMax = 10_000;

/** Migration routes for the operator. They call the same functions as the command line. */
export function operatorMigrationRoutes(ctx: OperatorMigrationContext): Route[] {
  const shared = { tag: 'Operator', scope: 'manage', access: 'operator' } as const;
  const ofAccount = { ...shared, params: AccountParams };
  const answers = { 200: { description: 'The state of the migration', schema: Migration } };
  const base = '/operator/accounts/{accountId}/migration';
  type AccountCall = Call<{ accountId: string }>;

  const read = async ({ params: { accountId } }: AccountCall) => ({
    body: await ctx.db.transaction(accountId, (tx) => readMigration(ctx, tx), { isReadOnly: true }),
  });

  /**
   * Returns a context for a migration step. With this context, the step writes an entry to the audit log in its own
   * database transaction, in addition to its record in `migration_step`.
   */
  function kept(call: AccountCall, operation: string, after: (made: unknown) => object | undefined) {
    const { accountId } = call.params;
    return withTrail(ctx, async (tx, made) => {
      const state = after(made);
      if (state) await auditOperator(ctx, tx, call, { accountId, operation, after: state });
    });
  }
  const ifNew = <Made extends { isNew: boolean }>(made: unknown) =>
    (made as Made | undefined)?.isNew === true ? (made as Made) : undefined;

  return [
    route({
      ...shared,
      method: 'GET',
      path: '/operator/migrations',
      operationId: 'listClientMigrations',
      summary: 'List accounts with the state of their webhook migration',
      query: ListQuery,
      answers: { 200: { description: 'A page of accounts', schema: Page(ClientMigration, 'A page of accounts') } },
      async act(call) {
        const owner = { ...ctx, db: asOwner(ctx.db) };
        const { accountId } = call.principal;
        return { json: (await readPage(owner, clientMigrationList(), { ...call, accountId })).body };
      },
    }),
    route({
      ...ofAccount,
      method: 'GET',
      path: base,
      operationId: 'getClientMigration',
      summary: 'Get the state of the migration of an account',
      answers,
      act: read,
    }),
    route({
      ...ofAccount,
      method: 'GET',
      path: `${base}/rehearsal`,
      operationId: 'getClientRehearsal',
      summary: 'Get the result of the last rehearsal of an account',
      query: RehearsalQuery,
      answers: { 200: { description: 'The comparison', schema: RehearsalBody } },
      refusals: [409],
      act: async ({ params, query }) => ({
        body: toRehearsalBody(await reportRehearsal(ctx, params.accountId), query),
      }),
    }),
    route({
      ...ofAccount,
      method: 'POST',
      path: `${base}/rehearsal`,
      operationId: 'rehearseClientMigration',
      summary: 'Rehearse the migration of an account',
      description:
        'For a while, events are sent through the rules as usual and, in addition, as the newer webhooks would send them. The additional messages are marked as a rehearsal.',
      body: NewRehearsal,
      isBodyOptional: true,
      answers,
      refusals: [409],
      async act(call) {
        const { minutes = 10, toUrl } = call.body;
        const { accountId } = call.params;
        const after = { minutes, ...(toUrl !== undefined && { toUrl }) };
        const order = { accountId, by: personOf(call).email, minutes, events: rehearsedMax, toUrl };
        await startRehearsal(
          kept(call, 'rehearseClientMigration', () => after),
          order,
        );
        return read(call);
      },
    }),
    route({
      ...ofAccount,
      method: 'DELETE',
      path: `${base}/rehearsal`,
      operationId: 'endClientRehearsal',
      summary: 'Stop a rehearsal early',
      answers,
      refusals: [409],
      async act(call) {
        const { accountId } = call.params;
        const rehearsal = await ctx.db.transaction(accountId, lastRehearsal, { isReadOnly: true });
        if (!rehearsal || rehearsal.ended_at) throw notFound({ resource: 'rehearsal', service: 'migration' });
        const rehearsalId = rehearsal.rehearsal_id;
        await endRehearsal(
          kept(call, 'endClientRehearsal', () => ({ rehearsalId })),
          { accountId, rehearsalId },
        );
        return read(call);
      },
    }),
    route({
      ...ofAccount,
      method: 'POST',
      path: `${base}/apply`,
      operationId: 'applyClientMigration',
      summary: 'Migrate an account to the newer webhooks',
      description:
        'Creates the consumers of the plan and switches the account to them, in one transaction. If there are blockers, returns 409 and lists them.',
      body: MigrationOrder,
      isBodyOptional: true,
      answers,
      refusals: [409],
      async act(call) {
        const { accountId } = call.params;
        const { force, automationUrl } = call.body;
        const order = { accountId, by: personOf(call).email, force, automationUrl, days: checkDaysDefault };
        const after = (made: unknown) => {
          const applied = ifNew<Applied>(made);
          return applied && { planHash: applied.planHash, consumers: applied.consumers.length, ...call.body };
        };
        await applyMigration(kept(call, 'applyClientMigration', after), order);
        return read(call);
      },
    }),
    route({
      ...ofAccount,
      method: 'POST',
      path: `${base}/rollback`,
      operationId: 'rollbackClientMigration',
      summary: 'Roll back the migration of an account',
      description: 'This is possible as long as the client has not changed any of its consumers.',
      body: Type.Object({}, { additionalProperties: false, title: 'RollbackOrder' }),
      isBodyOptional: true,
      answers,
      refusals: [409],
      async act(call) {
        const { accountId } = call.params;
        const after = (made: unknown) => {
          const rolledBack = ifNew<RolledBack>(made);
          return rolledBack && { consumers: rolledBack.retired.length };
        };
        await rollbackMigration(kept(call, 'rollbackClientMigration', after), { accountId, by: personOf(call).email });
        return read(call);
      },
    }),
  ];
}
