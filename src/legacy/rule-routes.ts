import type { Tx } from '../db/db.ts';
import { taggedReply } from '../http/etag.ts';
import { type Route, route } from '../http/route.ts';
import { type ListContext, readPage } from '../lists/page/read-page.ts';
import { ListQuery, Page } from '../lists/wire.ts';
import { createRule, deleteRule, type RuleContext, replaceRule } from './change-rule.ts';
import { ruleMissing } from './refusals.ts';
import { Rule, ruleList, ruleStatement } from './store.ts';
import { NewRule, RuleParams } from './wire.ts';

export type RulesContext = ListContext & RuleContext;

export function ruleRoutes(ctx: RulesContext): Route[] {
  const tag = 'Rules (older webhooks)';
  const scope = 'webhooks';
  const one = { 200: { description: 'The rule', schema: Rule } };
  const afterwards = 'Once the newer webhooks serve the account, rules are read-only, and this request returns 409.';

  async function readInside(tx: Tx, ruleId: string): Promise<string> {
    const { rows } = await ruleStatement({ accountId: tx.accountId, ruleId }).execute(tx);
    if (!rows[0]) throw ruleMissing();
    return rows[0].json;
  }

  return [
    route({
      method: 'GET',
      path: '/rules',
      operationId: 'listRules',
      tag,
      summary: 'List rules',
      scope,
      query: ListQuery,
      answers: { 200: { description: 'A page of rules', schema: Page(Rule, 'A page of rules'), headers: ['ETag'] } },
      async read(call) {
        const { accountId } = call.principal;
        const { body } = await readPage(ctx, ruleList(accountId), { ...call, accountId });
        return taggedReply(call, body);
      },
    }),
    route({
      method: 'POST',
      path: '/rules',
      operationId: 'createRule',
      tag,
      summary: 'Create a rule',
      description: `From now on, each event of this type raises an alert that is sent to the notifiers. ${afterwards}`,
      scope,
      body: NewRule,
      answers: { 201: { description: 'The rule', schema: Rule } },
      refusals: [409],
      async write(tx, { body }) {
        const ruleId = await createRule(ctx, tx, body);
        return { status: 201, json: await readInside(tx, ruleId) };
      },
    }),
    route({
      method: 'GET',
      path: '/rules/{ruleId}',
      operationId: 'getRule',
      tag,
      summary: 'Get a rule',
      scope,
      params: RuleParams,
      answers: { 200: { ...one[200], headers: ['ETag'] } },
      async read(call) {
        const { accountId } = call.principal;
        const [row] = await ctx.db.read(accountId, ruleStatement({ accountId, ...call.params }));
        if (!row) throw ruleMissing();
        return taggedReply(call, row.json);
      },
    }),
    route({
      method: 'PUT',
      path: '/rules/{ruleId}',
      operationId: 'replaceRule',
      tag,
      summary: 'Replace a rule',
      description: `Alerts that were raised earlier are still sent to the rule's previous notifiers. ${afterwards}`,
      scope,
      params: RuleParams,
      body: NewRule,
      answers: one,
      refusals: [409],
      async write(tx, { params: { ruleId }, body }) {
        await replaceRule(ctx, tx, ruleId, body);
        return { json: await readInside(tx, ruleId) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/rules/{ruleId}',
      operationId: 'deleteRule',
      tag,
      summary: 'Delete a rule',
      description: `The rule raises no more alerts. Alerts that were raised earlier are still delivered. ${afterwards}`,
      scope,
      params: RuleParams,
      answers: { 204: { description: 'Deleted' } },
      refusals: [409],
      async write(tx, { params }) {
        await deleteRule(tx, params.ruleId);
        return { status: 204 };
      },
    }),
  ];
}
