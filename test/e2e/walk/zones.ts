import assert from 'node:assert/strict';
import type { Figures } from '../../../bench/report.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';

/** A person chooses a time zone, and all times are shown in it; then that of the browser again. */
export async function chooseTimeZone(so: Walk): Promise<Figures> {
  const page = so.admin;
  const { rows } = await so.stage.cell.base.db.pool.query<{ id: string; at: Date }>(
    'select message_id as id, created_at as at from message where account_id = $1 order by message_id desc limit 1',
    [so.accountId],
  );
  const { id, at } = rows[0] ?? assert.fail('no message');
  const text = (timeZone: string) => new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(at);

  const choose = async (typed: string, option: RegExp) => {
    await page.goto('/portal/settings/profile');
    const field = page.getByRole('combobox', { name: 'Time zone' });
    await field.click();
    await field.fill(typed);
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Kathmandu', /Kathmandu/);
  await page.getByText(/^Now: .*GMT\+5:45/).waitFor();
  await checkPage(page, 'profile-time-zone', so.checks);
  await page.goto(`/portal/webhooks/messages/${id}`);
  await page.locator('dl.facts').getByText(text('Asia/Kathmandu')).waitFor();
  const title = await page.locator('.page-lead time').getAttribute('title');
  assert.match(title ?? '', /GMT\+5:45/, 'the exact time on hover');
  await choose('utc', /^UTC$/);
  await page.goto(`/portal/webhooks/messages/${id}`);
  await page
    .locator('dl.facts')
    .getByText(`${text('UTC')} UTC`)
    .waitFor();
  await choose('browser', /^As this browser/);
  return { 'timeZone.shown': true };
}
