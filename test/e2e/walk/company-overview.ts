import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Figures } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import { layoutShiftOf } from '../layout-shift.ts';
import type { Walk } from '../walk.ts';
import { button, card } from './steps.ts';

/** The company at a glance: its figures are those of the database, and each leads to its records. */
export async function readCompanyOverview(so: Walk): Promise<Figures> {
  const page = so.admin;
  await waitForFirstSyncs(so);
  await page.goto(`/portal/companies/${so.companyId}`);
  for (const title of ['Cash', 'Revenue and result', 'Receivables by age', 'Payables by age', 'Top customers'])
    await card(page, title)
      .getByText(/^As of \d+ \w+ 2\d{3}, \d\d:\d\d$/)
      .waitFor();
  const layoutShift = await layoutShiftOf(page);
  await checkPage(page, 'company-overview', so.checks);
  await compareNewestDay(so);
  const cents = {
    cash: await compareCash(so),
    receivables: await compareAgeing(so, 'invoices', 'Receivables by age'),
    payables: await compareAgeing(so, 'bills', 'Payables by age'),
    customers: await compareCustomers(so),
  };
  await checkPage(page, 'company-overview-tables', so.checks);
  await openBucket(so);
  const figures = Object.values(cents).reduce((sum, count) => sum + count, 0);
  return { 'companyOverview.figuresCompared': figures, 'companyOverview.layoutShift': layoutShift };
}

/** "Books up to" has the day of the newest entry that is not dated ahead. */
async function compareNewestDay(so: Walk): Promise<void> {
  const { rows } = await so.stage.cell.base.db.pool.query<{ day: string }>(
    `select to_char(max(r.date1) at time zone 'UTC', 'YYYY-MM-DD') as day
       from record r join data_set d using (account_id, company_id, data_set_id)
      where d.company_id = $1 and d.data_type in ('invoices', 'bills', 'payments', 'bankTransactions')
        and r.gen_to is null and r.change <> 'd' and r.date1 < date_trunc('day', now(), 'UTC') + interval '1 day'`,
    [so.companyId],
  );
  await so.admin.locator(`.trust-line [data-day="${rows[0]?.day}"]`).waitFor();
  await so.admin.getByText(/^Last good sync/).waitFor();
}

async function amounts(within: Locator): Promise<(string | null)[]> {
  const found = await within.locator('[data-amount]').all();
  return Promise.all(found.map((one) => one.getAttribute('data-amount')));
}

async function waitForFirstSyncs(so: Walk): Promise<void> {
  await waitFor(async () => {
    const answer = await so.admin.request.get(`/companies/${so.companyId}/dataStatus`);
    const states = Object.values((await answer.json()) as Record<string, { generation: number }>);
    return states.length > 10 && states.every(({ generation }) => generation > 0);
  }, 60_000);
}

/** Rows of the current state of a data set, for the comparison with the page. */
async function rowsOf(so: Walk, dataType: string, select: string): Promise<Record<string, string>[]> {
  const { rows } = await so.stage.cell.base.db.pool.query(
    `select ${select.replace(' where ', ' from record r join data_set d using (account_id, company_id, data_set_id) where ')}
     and d.company_id = $1 and d.data_type = $2 and r.gen_to is null and r.change <> 'd'`,
    [so.companyId, dataType],
  );
  return rows;
}
const exact = (sum: string) => `trim_scale(coalesce(sum(${sum}), 0))::text`;

async function compareCash(so: Walk): Promise<number> {
  const shown = card(so.admin, 'Cash');
  const [row] = await rowsOf(so, 'bankAccounts', `${exact('r.amount1')} as balance where true`);
  const [headline] = await amounts(shown);
  assert.equal(headline, row?.balance, 'cash');
  return 1;
}

/** The table of open amounts by age, in the currency that the card shows. */
async function compareAgeing(so: Walk, dataType: 'invoices' | 'bills', title: string): Promise<number> {
  const shown = card(so.admin, title);
  const currency = await shown.getByLabel(`Currency of ${title}`).inputValue();
  await button(shown, `Show ${title} as a table`).click();
  const cells = [];
  for (const row of await shown.locator('tbody tr').all()) {
    const [amount] = await amounts(row);
    cells.push([(await row.locator('td').nth(1).innerText()).replaceAll(',', ''), amount]);
  }
  const due = 'coalesce(nullif(r.date2, $$-infinity$$), r.date1)';
  const days = `(date_trunc('day', now(), 'UTC')::timestamptz - date_trunc('day', ${due}, 'UTC'))`;
  const ages = ['<= $$0 days$$', 'between $$1 day$$ and $$30 days$$', 'between $$31 days$$ and $$60 days$$'].concat(
    'between $$61 days$$ and $$90 days$$',
    '> $$90 days$$',
  );
  const expected = [];
  for (const age of ages) {
    const [row] = await rowsOf(
      so,
      dataType,
      `count(*)::text as count, ${exact('r.amount2')} as amount where lower(r.status) not in ('paid', 'draft', 'void')
        and r.amount2 <> 0 and r.payload ->> 'currency' = '${currency}' and ${days} ${age}`,
    );
    expected.push([row?.count, row?.amount]);
  }
  assert.deepEqual(cells, expected, title);
  assert.ok(expected.some(([count]) => count !== '0'));
  return expected.length * 2;
}

/** The largest customer, in the currency that the card shows. */
async function compareCustomers(so: Walk): Promise<number> {
  const title = 'Top customers';
  const shown = card(so.admin, title);
  const currency = await shown.getByLabel(`Currency of ${title}`).inputValue();
  await button(shown, `Show ${title} as a table`).click();
  const sums = async (dataType: string) =>
    rowsOf(
      so,
      dataType,
      `r.ref1 as id, r.amount1::text as amount where lower(r.status) not in ('draft', 'void')
        and r.payload ->> 'currency' = '${currency}'
        and r.date1 >= date_trunc('month', now(), 'UTC') - interval '11 months' and r.date1 <= now()`,
    );
  const { rows } = await so.stage.cell.base.db.pool.query(
    `select trim_scale(sum(amount))::text as amount from jsonb_to_recordset($1) as x (id text, amount numeric)
     group by id order by sum(amount) desc limit 10`,
    [JSON.stringify([...(await sums('invoices')), ...(await sums('creditNotes')).map(negated)])],
  );
  const listed = (await amounts(shown.locator('tbody'))).slice(0, rows.length);
  assert.deepEqual(
    listed,
    rows.map(({ amount }) => amount),
    title,
  );
  return listed.length;
}
const negated = ({ id, amount = '' }: Record<string, string>) => ({
  id,
  amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`,
});

/** The first invoice of the list says by how many days it is overdue, in the list and on its own page. */
async function compareOverdue(so: Walk): Promise<void> {
  const row = so.admin.getByRole('table', { name: 'Invoices' }).locator('[aria-rowindex="2"]');
  const number = await row.getByRole('button').innerText();
  const [stored] = await rowsOf(
    so,
    'invoices',
    `(date_trunc('day', now(), 'UTC')::date - r.date2::date)::text as days where r.payload ->> 'invoiceNumber' = '${number}'`,
  );
  const pill = `Overdue ${new Intl.NumberFormat('en').format(Number(stored?.days))} days`;
  await row.getByText(pill, { exact: true }).waitFor();
  await row.getByRole('button').click();
  await so.admin
    .getByRole('dialog', { name: `Invoice ${number}` })
    .getByRole('article')
    .getByText(pill, { exact: true })
    .waitFor();
  await so.admin.keyboard.press('Escape');
}

/** A click on a bar, and on a row of the table, opens the records with the filter of the bucket. */
async function openBucket(so: Walk): Promise<void> {
  const page = so.admin;
  const shown = card(page, 'Receivables by age');
  const link = shown.getByRole('link', { name: 'Over 90 days', exact: true });
  const count = Number((await shown.locator('tbody tr').last().locator('td').nth(1).innerText()).replaceAll(',', ''));
  await link.click();
  await page.locator(`[role=table][aria-rowcount="${count + 1}"]`).waitFor();
  await compareOverdue(so);
  await page.goBack();
  await card(page, 'Receivables by age').locator('.recharts-bar-rectangle path').last().click();
  await page.waitForURL(/\/records\/invoices\?.*query=.*amountDue/);
  await page.locator(`[role=table][aria-rowcount="${count + 1}"]`).waitFor();
}
