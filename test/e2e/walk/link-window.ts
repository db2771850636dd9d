import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Figures } from '../../../bench/report.ts';
import type { Walk } from '../walk.ts';
import { createKey } from './deliveries.ts';
import { button, callApi } from './steps.ts';

const root = join(import.meta.dirname, '../../..');
const client = 'https://client.example';
const books = 'window-100';

/** The client's page with the button of examples/link-button.html, on an origin of its own. */
export async function linkInWindow(so: Walk): Promise<Figures> {
  const { url } = so.stage.server;
  const key = await createKey(so, 'link window');
  const call = async (request: string, body?: object) => (await callApi(url, key, request, body)).body;
  const settings = await call('GET /profile/linkSettings');
  await call('PUT /profile/linkSettings', { ...settings, returnUrl: `${client}/connected` });
  const { companyId } = await call('POST /companies', { name: 'Window Ltd' });
  const { link } = await call(`GET /companies/${companyId}/link`);

  const page = await so.browser.open({ client });
  const example = await readFile(join(root, 'examples/link-button.html'), 'utf8');
  const script = stripTypeScriptTypes(await readFile(join(root, 'link/src/link.ts'), 'utf8'));
  await page
    .context()
    .route(`${client}/**`, (route) =>
      route.request().url().endsWith('/link.js')
        ? route.fulfill({ contentType: 'text/javascript', body: script })
        : route.fulfill({ contentType: 'text/html', body: example }),
    );
  await page.goto(`${client}/?link=${encodeURIComponent(String(link))}`);

  const open = async () => {
    const [opened] = await Promise.all([page.waitForEvent('popup'), button(page, 'Connect your books').click()]);
    await opened.getByRole('heading', { name: /is requesting access to .* Window Ltd/ }).waitFor();
    return opened;
  };
  await (await open()).close();
  await page.getByText('The window was closed.').waitFor();
  const opened = await open();
  await button(opened, /Sandbox/).click();
  await opened.getByLabel('Company').fill(books);
  await opened.getByLabel('Secret', { exact: true }).fill(`sandbox-${books}`);
  const closed = opened.waitForEvent('close');
  await button(opened, 'Connect').click();
  await closed;
  const told = await page.getByText(/^Connected: /).innerText();
  const { results } = await call(`GET /companies/${companyId}/connections`);
  const [connection] = results as { connectionId: string }[];
  assert.equal(told, `Connected: ${companyId} ${connection?.connectionId} from the example`);
  await page.context().close();
  await call('PUT /profile/linkSettings', settings);
  return { 'link.toldTheClient': true };
}
