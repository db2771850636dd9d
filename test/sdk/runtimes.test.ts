import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { createClient } from '../../sdk/src/daybook.ts';
import { useApp } from '../harness.ts';
import { linkCompany } from '../sync/synced-company.ts';

/** The published package, and the change feed. */
const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());

test('the SDK has no dependencies, and the build is plain ESM that runs on its own', async () => {
  const { dependencies } = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8'));
  assert.equal(dependencies, undefined);
  const folder = await mkdtemp(join(tmpdir(), 'daybook-sdk-'));
  try {
    await run(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      join(root, 'sdk'),
      '--outDir',
      folder,
    ]);
    const { key } = await app.account();
    const script = `const { createClient } = await import(${JSON.stringify(pathToFileURL(join(folder, 'daybook.js')).href)});
      const daybook = createClient({ baseUrl: ${JSON.stringify(app.url)}, apiKey: ${JSON.stringify(key)} });
      const { name } = await daybook.createCompany({ body: { name: 'built' } });
      console.log(name, (await daybook.listCompanies()).totalResults);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
    assert.equal(stdout.trim(), 'built 1');
    const built = await readFile(join(folder, 'client.js'), 'utf8');
    assert.doesNotMatch(built, /\.ts'|node:/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('follow yields existing changes, then new ones, each once and in order', async () => {
  const account = await app.account();
  const company = await linkCompany(account, 'sdk-100');
  await company.sync('customers');
  const daybook = createClient({ baseUrl: app.url, apiKey: account.key });
  const seen: string[] = [];
  let total = 0;
  for await (const customer of daybook.each('listCustomers', { companyId: company.companyId, pageSize: 10 }))
    total += customer.id ? 1 : 0;
  const stop = new AbortController();
  let last = '';
  const following = (async () => {
    for await (const change of daybook.follow({ companyId: company.companyId, signal: stop.signal })) {
      seen.push(`${change.change} ${change.id}`);
      last = change.cursor;
      if (seen.length === total) {
        await control.change('sdk-100', { type: 'customers', update: 2 });
        await company.sync('customers');
      }
      if (seen.length === total + 2) break;
    }
  })();
  await following;
  assert.equal(new Set(seen).size, total + 2);
  assert.ok(seen.slice(total).every((one) => one.startsWith('updated')));
  await control.change('sdk-100', { type: 'customers', update: 1 });
  await company.sync('customers');
  for await (const change of daybook.follow({ companyId: company.companyId, after: last })) {
    assert.equal(change.change, 'updated');
    break;
  }
});
