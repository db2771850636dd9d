import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type MigrationPlan,
  type PlannedRule,
  planMigration,
  sameUrl,
} from '../../src/webhook-migration/plan-migration.ts';

/** Compares a plan with a simple model: who gets an event through the rules, and who through the consumers. */
const types = ['company.created', 'company.synced', 'sync.completed', 'sync.failed', 'push.failed'];
const companies = Array.from({ length: 5 }, (_, n) => `0198c5a0-0000-7000-8000-00000000000${n}`);
const urls = [
  'https://a.example/hooks',
  'https://A.example/hooks',
  'https://a.example',
  'https://a.example/',
  'https://b.example/x',
];
const automationUrl = 'https://automation.example/';
const accountId = '0198c5a0-0000-7000-8000-0000000000aa';

type Event = { type: string; companyId: string | null };
const events: Event[] = types.flatMap((type) => [null, ...companies].map((companyId) => ({ type, companyId })));

const aRule = fc.record({
  rule_id: fc.uuid(),
  rule_type: fc.constantFrom(...types),
  company_id: fc.option(fc.constantFrom(...companies)),
  webhook_url: fc.option(fc.constantFrom(...urls, automationUrl), { freq: 5 }),
  emails: fc.constantFrom<string[]>([], [], ['ops@client.example']),
});
const someRules = fc.uniqueArray(aRule, { selector: (rule) => rule.rule_id, maxLength: 40 });

const fits = (rule: PlannedRule, event: Event) =>
  rule.rule_type === event.type && (rule.company_id === null || rule.company_id === event.companyId);

function byRules(rules: readonly PlannedRule[], event: Event, automation: string | undefined): string[] {
  const told = rules.filter((rule) => fits(rule, event));
  const targets = told.flatMap((rule) => [
    ...(rule.webhook_url === null ? [] : [rule.webhook_url]),
    ...(automation !== undefined && rule.emails.length > 0 ? [automation] : []),
  ]);
  return [...new Set(targets.map(sameUrl))].sort();
}

/** With repetitions: a URL that gets the event twice is listed twice. */
function byConsumers({ consumers }: MigrationPlan, event: Event): string[] {
  return consumers
    .filter((one) => one.eventTypes.includes(event.type))
    .filter((one) => one.channels.length === 0 || (event.companyId !== null && one.channels.includes(event.companyId)))
    .map((one) => sameUrl(one.url))
    .sort();
}

test('R-VER-08: for every event, the same URLs get it before and after the migration, and each gets it once', () => {
  fc.assert(
    fc.property(someRules, fc.boolean(), (rules, isAutomated) => {
      const automation = isAutomated ? automationUrl : undefined;
      const plan = planMigration({
        accountId,
        rules,
        companies: new Set(companies),
        authorizationSetAt: undefined,
        automationUrl: automation,
      });
      for (const event of events)
        assert.deepEqual(byConsumers(plan, event), byRules(rules, event, automation), JSON.stringify(event));
      const placed = plan.consumers.flatMap((one) => one.ruleIds);
      for (const rule of rules)
        if (rule.webhook_url !== null) assert.ok(placed.includes(rule.rule_id), 'every rule is part of a consumer');
    }),
    { numRuns: 2000 },
  );
});

test('R-VER-08: a plan depends only on the rules: in any order, they give the same plan to the last byte', () => {
  fc.assert(
    fc.property(someRules, fc.gen(), (rules, gen) => {
      const shuffled = gen(() => fc.shuffledSubarray(rules, { minLength: rules.length }));
      const input = { accountId, companies: new Set(companies), authorizationSetAt: new Date(0) };
      assert.equal(
        JSON.stringify(planMigration({ ...input, rules })),
        JSON.stringify(planMigration({ ...input, rules: shuffled })),
      );
    }),
  );
});

test('a plan for 10,000 rules takes less than 5 seconds', (t) => {
  const id = (n: number) => `0198c5a0-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const known = new Set(Array.from({ length: 3000 }, (_, n) => id(n)));
  const rules = Array.from({ length: 10_000 }, (_, n) => ({
    rule_id: id(n),
    rule_type: types[n % types.length] ?? '',
    company_id: n % 10 === 0 ? null : id((n * 7919) % 3000),
    webhook_url: `https://client.example/${n % 7}`,
    emails: n % 50 === 0 ? ['ops@client.example'] : [],
  }));
  const from = performance.now();
  const plan = planMigration({ accountId, rules, companies: known, authorizationSetAt: undefined, automationUrl });
  const ms = performance.now() - from;
  t.diagnostic(`${Math.round(ms)} ms; ${plan.consumers.length} consumers`);
  assert.ok(ms < 5000, `${ms} ms`);
  assert.ok(plan.consumers.every((one) => one.channels.length <= 1000));
  assert.equal(new Set(plan.consumers.map(({ key }) => key)).size, plan.consumers.length, 'keys differ');
});
