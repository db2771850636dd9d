import assert from 'node:assert/strict';
import { waitFor } from '../../wait-for.ts';
import type { Walk } from '../walk.ts';
import { card } from './steps.ts';

/**
 * On the page of a message whose first attempts failed: the times of the next ones are those in the database, and the
 * request is shown as it was sent, without secrets.
 */
export async function readAttempts(so: Walk, { secrets }: { secrets: string[] }): Promise<number> {
  const page = so.admin;
  const messageId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.locator('.page-lead').getByText('Retrying', { exact: true }).waitFor();
  await card(page, 'Deliveries').getByText('Retrying', { exact: true }).waitFor();
  const upcoming = card(page, 'Upcoming attempts');
  const next = upcoming.locator('li').first();
  // An attempt may be made while this is read, so both are compared until they agree.
  await waitFor(async () => {
    const { rows } = await so.stage.cell.base.db.pool.query<{ due_at: Date; attempts: number }>(
      'select due_at, attempts from delivery where message_id = $1 and consumer_id = $2 and due_at > now()',
      [messageId, so.consumerId],
    );
    const [row] = rows;
    if (!row || (await next.count()) === 0) return false;
    const shown = await next.locator('time').first().getAttribute('datetime');
    return shown === row.due_at.toISOString() && (await upcoming.locator('li').count()) === 8 - row.attempts;
  });
  await upcoming.getByText('If attempt 8 fails as well').waitFor();

  const sent = so.stage.receiver.requests.findLast(({ headers }) => headers['webhook-id'] === messageId);
  const attempt = card(page, 'Attempts')
    .locator('li.attempt')
    .filter({ hasText: /Ledger service/ })
    .first();
  await attempt.getByText('Request headers and body').click();
  const headers = attempt.locator('.request-headers');
  await headers.getByText(String(sent?.headers['webhook-signature']), { exact: true }).waitFor();
  await headers.getByText('authorization', { exact: true }).waitFor();
  await headers.getByText('hidden', { exact: true }).first().waitFor();
  const html = await page.content();
  for (const secret of secrets) assert.ok(!html.includes(secret), 'no secret is shown');
  return upcoming.locator('li').count();
}
