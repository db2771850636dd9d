import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { type Figures, round } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { answering } from '../../webhooks/receiver.ts';
import type { Walk } from '../walk.ts';
import { createKey } from './deliveries.ts';
import { button, callApi, card, dialog } from './steps.ts';

/** Does what people come for, as they would, and counts the clicks; an Enter that opens something is one too. */
type Hand = { click(what: Locator): Promise<void>; enter(): Promise<void> };
type Task = {
  begin: string;
  prepare?(so: Walk): Promise<void>;
  run(page: Page, hand: Hand, so: Walk): Promise<void>;
};

const tasks: Record<string, Task> = {
  /** Find a company by half its name and see its overdue invoices. */
  overdueInvoices: {
    begin: '/portal/',
    async run(page, hand) {
      await hand.click(button(page, /^Search or go to/));
      await dialog(page, 'Search').getByRole('combobox').waitFor();
      await page.keyboard.type('ry sun');
      await hand.click(dialog(page, 'Search').getByRole('option', { name: 'Bakery Sunrise' }));
      await hand.click(card(page, 'Receivables by age').locator('.recharts-bar-rectangle path').last());
      await page.waitForURL(/\/records\/invoices\?.*query=.*amountDue/);
      await page.getByRole('table', { name: 'Invoices' }).waitFor();
    },
  },
  /** Why did this sync fail? */
  failedSync: {
    begin: '/portal/',
    async run(page, hand) {
      await hand.click(page.getByRole('link', { name: 'View sync' }).first());
      await page
        .getByText(/does not have permission|no permission/i)
        .first()
        .waitFor();
    },
  },
  /** Resend what failed since noon. */
  resendFailed: {
    begin: '/portal/webhooks/messages',
    prepare: failMessage,
    async run(page, hand) {
      await hand.click(button(page, /^Period/));
      await page.getByLabel('From', { exact: true }).fill(`${new Date().toISOString().slice(0, 10)}T00:00`);
      await hand.enter();
      await page.waitForURL((url) => url.searchParams.has('since'));
      await hand.click(button(page, 'Resend failed…'));
      await dialog(page, 'Resend failed messages')
        .getByText(/will be sent\.$/)
        .waitFor();
      const send = dialog(page, 'Resend failed messages').getByRole('button', { name: /^Resend/ });
      await hand.click(send);
      await page.getByText('Messages queued').first().waitFor();
    },
  },
  /** What changed in this invoice since Monday? */
  changedInvoice: {
    begin: '',
    async run(page, hand, so) {
      const { rows } = await so.stage.cell.base.db.pool.query<{ id: string }>(
        `select r.record_id as id from record r join data_set d using (account_id, company_id, data_set_id)
          where r.company_id = $1 and d.data_type = 'invoices' group by 1 having count(*) > 1 limit 1`,
        [so.companyId],
      );
      await page.goto(`/portal/companies/${so.companyId}/records/invoices/${rows[0]?.id}`);
      await hand.click(page.getByRole('tab', { name: 'Versions' }));
      await page.getByRole('table', { name: 'Changed fields' }).first().waitFor();
    },
  },
  /** Export last month's invoices. */
  exportInvoices: {
    begin: '',
    async run(page, hand, so) {
      await page.goto(`/portal/companies/${so.companyId}`);
      await hand.click(page.getByRole('link', { name: 'Records', exact: true }));
      await page.getByRole('table', { name: 'Invoices' }).waitFor();
      const [from, to] = lastMonth(new Date());
      await page.getByLabel('Filter', { exact: true }).fill(`issueDate>=${from} && issueDate<${to}`);
      await hand.enter();
      await page.waitForURL((url) => url.searchParams.get('query')?.includes(from) ?? false);
      const downloading = page.waitForEvent('download');
      await hand.click(page.getByRole('link', { name: 'Export CSV' }));
      assert.ok((await (await downloading).path()) !== '');
    },
  },
};

function lastMonth(now: Date): [string, string] {
  const day = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  return [day(-1).toISOString().slice(0, 10), day(0).toISOString().slice(0, 10)];
}

export async function doFiveTasks(so: Walk): Promise<Figures> {
  const figures: Figures = {};
  for (const [name, { begin, prepare, run }] of Object.entries(tasks)) {
    const page = so.admin;
    await prepare?.(so);
    if (begin) await page.goto(begin);
    let clicks = 0;
    const startedAt = performance.now();
    await run(
      page,
      {
        async click(what) {
          clicks++;
          await what.click();
        },
        async enter() {
          clicks++;
          await page.keyboard.press('Enter');
        },
      },
      so,
    );
    figures[`tasks.${name}.clicks`] = clicks;
    figures[`tasks.${name}.seconds`] = round((performance.now() - startedAt) / 1000);
  }
  return figures;
}

/** The receiver answers 410 once, which disables the consumer and fails its messages; then it works again. */
async function failMessage(so: Walk): Promise<void> {
  const { server, receiver } = so.stage;
  const key = await createKey(so, 'five tasks');
  const call = async (request: string, body?: object) => (await callApi(server.url, key, request, body)).body;
  receiver.behave(answering(410));
  await call('POST /companies', { name: 'Task Ltd' });
  const consumer = `/webhooks/consumers/${so.consumerId}`;
  await waitFor(async () => (await call(`GET ${consumer}`)).status === 'disabled', 30_000);
  receiver.behave(answering(200));
  await call(`POST ${consumer}/enable`);
}
