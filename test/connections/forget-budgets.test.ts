import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetBudgets } from '../../src/connections/provider/forget-budgets.ts';
import { useApp } from '../harness.ts';

const app = useApp({ config: { role: 'api' } });
const run = (text: string) => app.ctx.db.pool.query(text);

test('budgets that were not used for a day are removed part by part, and those in use stay', async () => {
  await run(`insert into provider_budget (budget, busy_until, granted) select 'connection ' || n,
    case when n % 200 = 0 then now() else now() - interval '2 days' end, 1 from generate_series(1, 5000) n`);
  const left = async () => (await run('select count(*)::int as n from provider_budget')).rows[0].n;
  let place = await forgetBudgets(app.ctx, '');
  const first = await left();
  assert.ok(first > 3000 && first <= 3025, `one run looks at 2,000, and ${first} of 5,000 are left`);
  place = await forgetBudgets(app.ctx, place);
  place = await forgetBudgets(app.ctx, place);
  assert.deepEqual([await left(), place], [25, '']);
  await run(`insert into provider_budget (budget, busy_until, granted) values ('a', now() - interval '2 days', 1)`);
  await forgetBudgets(app.ctx, place);
  assert.equal(await left(), 25, 'the next run begins again');
});
