import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Figures } from '../../../bench/report.ts';
import { waitFor } from '../../wait-for.ts';
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

/** The newest bar of the deliveries on the overview opens the message log of its quarter of an hour. */
async function clickThrough(so: Walk, page: Page): Promise<Figures> {
  await page.goto('/portal/');
  await page.getByText('Deliveries', { exact: true }).click();
  const chart = page.locator('section[aria-label=Activity] .chart-select');
  const bar = chart.locator('.recharts-bar-rectangle path').last();
  const tooltip = page.locator('.chart-tooltip-row', { hasText: /^Delivered\d/ });
  // The chart that was shown before may be under the pointer for a moment.
  await waitFor(async () => {
    await page.mouse.move(0, 0);
    await bar.hover();
    return tooltip.waitFor({ timeout: 1000 }).then(
      () => true,
      () => false,
    );
  });
  await bar.click();
  await page.waitForURL((url) => url.pathname.endsWith('/webhooks/messages'));
  const { searchParams } = new URL(page.url());
  const [since, until] = [searchParams.get('since') ?? '', searchParams.get('until') ?? ''];
  assert.equal(Date.parse(until) - Date.parse(since), 900_000, 'a quarter of an hour');
  const { rows } = await so.stage.cell.base.db.pool.query<{ n: number }>(
    'select count(*)::int as n from message where account_id = $1 and created_at >= $2 and created_at < $3',
    [so.accountId, since, until],
  );
  const total = rows[0]?.n ?? 0;
  if (total > 0) await page.getByText(new RegExp(`of ${new Intl.NumberFormat('en').format(total)}$`)).waitFor();
  return { 'charts.messagesOfABar': total };
}
