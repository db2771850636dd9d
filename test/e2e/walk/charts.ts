import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Figures } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';

/** Labels of charts that are cut off by the edge of their chart. */
const cutLabels = `[...document.querySelectorAll('svg.recharts-surface')].flatMap((svg) => {
  const frame = svg.getBoundingClientRect();
  return [...svg.querySelectorAll('text')].filter((text) => {
    const box = text.getBoundingClientRect();
    return box.width > 0 && (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1);
  }).map((text) => text.textContent);
})`;

/**
 * The charts of the overview, of a consumer and of the message log: no label is cut off on a narrow screen, and a click
 * on a bar opens the list of its time.
 */
export async function readCharts(so: Walk): Promise<Figures> {
  const page = so.admin;
  const before = page.viewportSize();
  const cut: string[] = [];
  let labels = 0;
  for (const path of [
    '/',
    `/webhooks/consumers/${so.consumerId}`,
    '/webhooks/messages',
    `/companies/${so.companyId}`,
  ]) {
    await page.goto(`/portal${path}`);
    for (const width of [400, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const ticks = page.locator('.recharts-xAxis-tick-labels text, .recharts-xAxis text');
      await waitFor(async () => (await ticks.count()) > 0);
      labels += await ticks.count();
      cut.push(...((await page.evaluate(cutLabels)) as string[]).map((text) => `${path} ${width}: ${text}`));
    }
  }
  if (before) await page.setViewportSize(before);
  assert.deepEqual(cut, [], 'labels that are cut off');
  return { 'charts.labels': labels, 'charts.cutLabels': cut.length, ...(await clickThrough(so, page)) };
}

/** The newest bar of a chart on the overview opens the list of its quarter of an hour. Returns the times in the address. */
async function followBar(page: Page, { topic, label, list }: { topic: string; label: string; list: string }) {
  await page.goto('/portal/');
  await page.getByText(topic, { exact: true }).click();
  const chart = page.locator('section[aria-label=Activity] .chart-select');
  const bar = chart.locator('.recharts-bar-rectangle path').last();
  const tooltip = page.locator('.chart-tooltip-row', { hasText: new RegExp(`^${label}\\d`) });
  // The chart that was shown before may be under the pointer for a moment.
  await waitFor(async () => {
    await page.mouse.move(0, 0);
    await bar.hover();
    return tooltip.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
  });
  await bar.click();
  await page.waitForURL((url) => url.pathname.endsWith(list));
  const { searchParams } = new URL(page.url());
  const times = [searchParams.get('since') ?? '', searchParams.get('until') ?? ''] as const;
  assert.equal(Date.parse(times[1]) - Date.parse(times[0]), 900_000, 'a quarter of an hour');
  return times;
}

async function clickThrough(so: Walk, page: Page): Promise<Figures> {
  const count = async (text: string, times: readonly string[]) => {
    const { rows } = await so.stage.cell.base.db.pool.query<{ n: number }>(`select count(*)::int as n from ${text}`, [
      so.accountId,
      ...times,
    ]);
    return rows[0]?.n ?? 0;
  };
  const ofMessages = await followBar(page, { topic: 'Deliveries', label: 'Delivered', list: '/webhooks/messages' });
  const messages = await count('message where account_id = $1 and created_at >= $2 and created_at < $3', ofMessages);
  if (messages > 0) await page.getByText(new RegExp(`of ${new Intl.NumberFormat('en').format(messages)}$`)).waitFor();

  const ofSyncs = await followBar(page, { topic: 'Syncs', label: 'Completed', list: '/syncs' });
  const rows = page.getByRole('table', { name: 'Syncs' }).locator('tbody tr');
  await rows.first().waitFor();
  const syncs = await count('sync where account_id = $1 and completed_at >= $2 and completed_at < $3', ofSyncs);
  assert.equal(await rows.count(), Math.min(200, syncs), 'the syncs that ended in that time');
  await checkPage(page, 'ended-syncs', so.checks);
  return { 'charts.messagesOfABar': messages, 'charts.syncsOfABar': syncs };
}
