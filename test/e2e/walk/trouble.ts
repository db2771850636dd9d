import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { waitFor } from '../../wait-for.ts';
import { checkPage } from '../check-page.ts';
import type { Walk } from '../walk.ts';
import { createKey } from './deliveries.ts';
import { callApi, openByMenu } from './steps.ts';

type Troubled = { name: string; companyId: string; link: string };

/** Two companies with problems: a lost authorization and failing syncs. No page shows either of them as good. */
export async function showTrouble(so: Walk): Promise<void> {
  const page = so.admin;
  const lost = {
    name: 'Butcher Vale',
    books: 'vale-100',
    label: 'Authorization lost',
    tab: 'Connections',
    says: 'Sandbox no longer accepts the authorization',
  };
  const failing = {
    name: 'Dairy Lane',
    books: 'lane-100',
    label: 'Syncs failing',
    tab: 'Records',
    says: 'Customers: the latest sync failed',
  };
  const made = await makeTrouble(so, { lost, failing });

  await openByMenu(page, 'Companies');
  for (const { name, label } of [lost, failing]) {
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.locator('.status-bad').getByText(label).waitFor();
    assert.equal(await row.locator('.status-good').count(), 0, `${name} is not shown green`);
  }
  await checkPage(page, 'companies-in-trouble', so.checks);
  await checkSuggestions(page, so.checks.folder);

  for (const { name, label, tab, says } of [lost, failing]) {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.locator('.page-lead .status-bad').getByText(label).waitFor();
    await page.getByRole('alert').getByText(says, { exact: true }).waitFor();
    assert.equal(await page.locator('main .status-good').count(), 0, `nothing of ${name} is green`);
    const tabs = page.getByRole('navigation', { name: `Pages of ${name}` });
    await tabs.getByRole('link', { name: tab, exact: true }).locator('.status-bad').waitFor();
    await checkPage(page, `company-in-trouble-${name === lost.name ? 'lost' : 'failing'}`, so.checks);
    await openByMenu(page, 'Companies');
  }

  const owner = await so.browser.open({ width: 400 });
  await owner.goto(made.lost.link);
  await owner.getByText('Disconnected', { exact: true }).waitFor();
  await owner.goto(made.failing.link);
  await owner.getByText('Connected, but not all data was read').waitFor();
  await owner.getByText(/The other data was last read on/).waitFor();
  assert.equal(
    await owner.getByText('Connected', { exact: true }).count(),
    0,
    'the link page does not show the connection as working',
  );
  await checkPage(owner, 'link-failing', so.checks);
  await owner.context().close();
  await page.goto(`/portal/companies/${so.companyId}/connections`);
}

type Books = { name: string; books: string };

async function makeTrouble(so: Walk, { lost, failing }: { lost: Books; failing: Books }) {
  const { server, sandbox } = so.stage;
  const key = await createKey(so, 'trouble');
  const call = async (request: string, body?: object) => {
    const answer = await callApi(server.url, key, request, body);
    assert.ok(answer.status < 300, `${request}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const link = async ({ name, books }: Books): Promise<Troubled> => {
    const { companyId, redirect } = await call('POST /companies', { name });
    const { connectionId } = await call(`POST /companies/${companyId}/connections`, { platformKey: 'sandbox' });
    const credentials = { company: books, secret: `sandbox-${books}` };
    await call(`PUT /companies/${companyId}/connections/${connectionId}/authorization`, { credentials });
    return { name, companyId: String(companyId), link: String(redirect) };
  };
  const settles = ({ companyId }: Troubled, wanted: Record<string, string>) =>
    waitFor(async () => {
      const states = (await call(`GET /companies/${companyId}/dataStatus`)) as Record<string, { status: string }>;
      return Object.entries(wanted).every(([dataType, status]) => states[dataType]?.status === status);
    }, 60_000);

  await sandbox.fault({ match: { company: failing.books, type: 'customers' }, fault: { kind: 'status', status: 403 } });
  const made = { lost: await link(lost), failing: await link(failing) };
  await settles(made.failing, { customers: 'PermissionsError', invoices: 'Complete' });
  await settles(made.lost, { customers: 'Complete', invoices: 'Complete' });
  await sandbox.fault({ match: { company: lost.books }, fault: { kind: 'status', status: 401 } });
  await call(`POST /companies/${made.lost.companyId}/data/queue/invoices`);
  await settles(made.lost, { invoices: 'AuthError' });
  return made;
}

type Box = { x: number; y: number; width: number; height: number };

/** The filter suggestions appear over the table, inside their dropdown, on wide and narrow screens. */
async function checkSuggestions(page: Page, folder: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of [1440, 400]) {
    await page.setViewportSize({ width, height: 850 });
    await page.getByLabel('Filter', { exact: true }).focus();
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    await list.waitFor();
    const { frame, inner, table } = await settledBoxes(page);
    const told = JSON.stringify({ width, frame, inner, table });
    assert.ok(isWithin(inner, frame), `the suggestions are inside their dropdown: ${told}`);
    assert.ok(isWithin(frame, { x: 0, y: 0, width, height: 850 }), `the dropdown is inside the window: ${told}`);
    assert.ok(frame.y < table.y + table.height && frame.y + frame.height > table.y, `it overlaps the table: ${told}`);
    for (const y of [inner.y + 6, inner.y + inner.height / 2, inner.y + inner.height - 6])
      for (const x of [inner.x + 6, inner.x + inner.width - 20])
        assert.ok(await isSuggestionAt(page, x, y), `the suggestions are on top at ${x}, ${y}: ${told}`);
    const below = await isSuggestionAt(page, inner.x + inner.width / 2, frame.y + frame.height + 3);
    assert.equal(below, false, `no suggestion overflows the dropdown: ${told}`);
    await page.screenshot({ path: join(folder, `filter-suggestions-${width}.png`) });
    await page.getByLabel('Filter', { exact: true }).blur();
    await list.waitFor({ state: 'hidden' });
  }
  if (before) await page.setViewportSize(before);
}

type Boxes = { frame: Box; inner: Box; table: Box };

/** Reads all boxes at once until two reads agree: while the page loads, the dropdown still moves. */
async function settledBoxes(page: Page): Promise<Boxes> {
  let last = '';
  for (let looks = 0; looks < 50; looks++) {
    const boxes = JSON.stringify(
      await page.evaluate(`(() => {
        const box = (element) => { const { x, y, width, height } = element.getBoundingClientRect(); return { x, y, width, height }; };
        const inner = document.querySelector('[role=listbox][aria-label=Suggestions]');
        const frame = inner.closest('.mantine-Combobox-dropdown');
        return { frame: box(frame), inner: box(inner), table: box(document.querySelector('.table-scroll, .cards')) };
      })()`),
    );
    if (boxes === last) return JSON.parse(boxes);
    last = boxes;
    await pause(100);
  }
  throw new Error(`the suggestions keep moving: ${last}`);
}

const isWithin = (inner: Box, outer: Box) =>
  inner.x >= outer.x - 0.5 &&
  inner.y >= outer.y - 0.5 &&
  inner.x + inner.width <= outer.x + outer.width + 0.5 &&
  inner.y + inner.height <= outer.y + outer.height + 0.5;

const isSuggestionAt = (page: Page, x: number, y: number): Promise<boolean> =>
  page.evaluate(`Boolean(document.elementFromPoint(${x}, ${y})?.closest('[role=listbox]'))`);
