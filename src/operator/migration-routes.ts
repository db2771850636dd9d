import Type from 'typebox';
import { notFound } from '../errors.ts';
import { type Call, type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { type ApplyContext, applyMigration } from '../webhook-migration/apply-migration.ts';
import { checkDaysDefault } from '../webhook-migration/check-migration.ts';
import { reportRehearsal } from '../webhook-migration/report-rehearsal.ts';
import { rollbackMigration } from '../webhook-migration/rollback-migration.ts';
import { type MigrationContext, readMigration } from '../webhook-migration/routes.ts';
import { endRehearsal, startRehearsal } from '../webhook-migration/start-rehearsal.ts';
import { lastRehearsal } from '../webhook-migration/store.ts';
import { Migration, RehearsalBody, RehearsalQuery, toRehearsalBody } from '../webhook-migration/wire.ts';
import { auditOperator, personOf } from './audit.ts';
import { asOwner, clientMigrationList } from './store.ts';
import { AccountParams, ClientMigration, MigrationOrder, NewRehearsal } from './wire.ts';

export type OperatorMigrationContext = ListContext & MigrationContext & ApplyContext;

/** As many events as a report can hold: a rehearsal in the portal ends by its time. */
const rehearsedMax = 10_000;

/** Migrations of accounts: the operator's, by the same functions as the command line. */
export function operatorMigrationRoutes(ctx: OperatorMigrationContext): Route[] {
  const shared = { tag: 'Operator', scope: 'manage', access: 'operator' } as const;
  const ofAccount = { ...shared, params: AccountParams };
  const answers = { 200: { description: 'Where the migration stands', schema: Migration } };
  const base = '/operator/accounts/{accountId}/migration';
  type AccountCall = Call<{ accountId: string }>;

  const read = async ({ params: { accountId } }: AccountCall) => ({
    body: await ctx.db.transaction(accountId, (tx) => readMigration(ctx, tx)),
  });

  /** The step that is done is kept with its author in the migration's own history; the trail points to it. */
  async function done(call: AccountCall, operation: string, after?: object) {
    const { accountId } = call.params;
    await ctx.db.transaction(accountId, (tx) => auditOperator(ctx, tx, call, { accountId, operation, after }));
    return read(call);
  }

  return [
    route({
      ...shared,
      method: 'GET',
      path: '/operator/migrations',
      operationId: 'listClientMigrations',
      summary: 'List accounts by their migration to the newer webhooks',
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
      summary: 'State of the migration of an account',
      answers,
      act: read,
    }),
    route({
      ...ofAccount,
      method: 'GET',
      path: `${base}/rehearsal`,
      operationId: 'getClientRehearsal',
      summary: 'What the last rehearsal of an account has shown',
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
      description: 'Both webhook generations send for a while, the newer one marked as a rehearsal.',
      body: NewRehearsal,
      isBodyOptional: true,
      answers,
      refusals: [409],
      async act(call) {
        const { minutes = 10, toUrl } = call.body;
        const { accountId } = call.params;
        await startRehearsal(ctx, { accountId, by: personOf(call).email, minutes, events: rehearsedMax, toUrl });
        return done(call, 'rehearseClientMigration', { minutes, ...(toUrl !== undefined && { toUrl }) });
      },
    }),
    route({
      ...ofAccount,
      method: 'DELETE',
      path: `${base}/rehearsal`,
      operationId: 'endClientRehearsal',
      summary: 'End a rehearsal before its time',
      answers,
      refusals: [409],
      async act(call) {
        const { accountId } = call.params;
        const rehearsal = await ctx.db.transaction(accountId, lastRehearsal);
        if (!rehearsal || rehearsal.ended_at) throw notFound({ resource: 'rehearsal', service: 'migration' });
        await endRehearsal(ctx, { accountId, rehearsalId: rehearsal.rehearsal_id });
        return done(call, 'endClientRehearsal');
      },
    }),
    route({
      ...ofAccount,
      method: 'POST',
      path: `${base}/apply`,
      operationId: 'applyClientMigration',
      summary: 'Migrate an account to the newer webhooks',
      description: 'Makes the consumers of the plan and switches, in one transaction. 409 with the blockers.',
      body: MigrationOrder,
      isBodyOptional: true,
      answers,
      refusals: [409],
      async act(call) {
        const { accountId } = call.params;
        const { force, automationUrl } = call.body;
        const order = { accountId, by: personOf(call).email, force, automationUrl, days: checkDaysDefault };
        const { isNew, planHash, consumers } = await applyMigration(ctx, order);
        if (!isNew) return read(call);
        return done(call, 'applyClientMigration', { planHash, consumers: consumers.length, ...call.body });
      },
    }),
    route({
      ...ofAccount,
      method: 'POST',
      path: `${base}/rollback`,
      operationId: 'rollbackClientMigration',
      summary: 'Take the migration of an account back',
      description: 'As long as the client has changed none of its consumers.',
      body: Type.Object({}, { additionalProperties: false, title: 'RollbackOrder' }),
      isBodyOptional: true,
      answers,
      refusals: [409],
      async act(call) {
        const { accountId } = call.params;
        const { isNew, retired } = await rollbackMigration(ctx, { accountId, by: personOf(call).email });
        return isNew ? done(call, 'rollbackClientMigration', { consumers: retired.length }) : read(call);
      },
    }),
  ];
}
