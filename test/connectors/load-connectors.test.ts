import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ConfigError, describeConfig } from '../../src/config/config.ts';
import { loadConnectors } from '../../src/connectors/load-connectors.ts';
import { createRegistry, threadOptions } from '../../src/connectors/registry.ts';
import { loadConfig } from '../../src/load-config.ts';

const folder = await mkdtemp(join(tmpdir(), 'daybook-load-'));
after(() => rm(folder, { recursive: true }));
await symlink(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));

let made = 0;
/** Writes a connector package and returns its folder. */
async function packageOf(source: string, described: object = { type: 'module', exports: './main.js' }) {
  const own = join(folder, `connector-${++made}`);
  await mkdir(own);
  await writeFile(join(own, 'package.json'), JSON.stringify(described));
  await writeFile(join(own, 'main.js'), source);
  return own;
}

const source = (key: string, more = '') => `
import { defineConnector } from '@daybook/connector-kit';
export const connector = defineConnector({
  notes: 'Not tested live.',
  ${more}
  create: (settings) => ({
    platform: { key: '${key}', name: 'Own', sourceType: 'Accounting' },
    hostFrom: 'operator', credentialFields: [], mappingVersion: 1, tellsDeletions: true,
    budget: { connection: { requests: 1, perMs: 1, atOnce: 1 }, platform: { requests: 1, perMs: 1, atOnce: 1 } },
    pull: { customers: async function* () {} },
    check: async () => ({ companyName: JSON.stringify(settings) }),
  }),
});`;

const settings = `
  settings: {
    url: { variable: 'DAYBOOK_OWN_URL', kind: 'url', example: 'https://own.example', help: 'URL of Own.' },
    pages: { variable: 'DAYBOOK_OWN_PAGES', kind: 'integer', fallback: 7, example: '3', help: 'Pages.' },
  },
  application: {
    clientId: { variable: 'DAYBOOK_OWN_CLIENT_ID', kind: 'text', example: 'id', help: 'Client id.' },
    clientSecret: { variable: 'DAYBOOK_OWN_CLIENT_SECRET', kind: 'secret', example: 'secret', help: 'Client secret.' },
  },
  enabledBy: 'url',`;

const env = { DAYBOOK_DATABASE_URL: 'postgres://me@db/daybook', DAYBOOK_SECRET_KEYS: `k:${btoa('k'.repeat(32))}` };

test('a connector in a folder is enabled by being listed, unless it names a setting that enables it', async () => {
  const listed = await packageOf(source('listed'));
  const { config } = await loadConfig({ ...env, DAYBOOK_CONNECTORS: listed });
  assert.deepEqual([...(await createRegistry(config)).names.keys()], ['listed']);

  const own = await packageOf(source('own', settings));
  const off = await loadConfig({ ...env, DAYBOOK_CONNECTORS: own });
  assert.deepEqual((await createRegistry(off.config)).all, []);
  const on = await loadConfig({ ...env, DAYBOOK_CONNECTORS: own, DAYBOOK_OWN_URL: 'https://own.example/' });
  const connector = (await createRegistry(on.config)).find('own') ?? assert.fail();
  const { companyName } = await connector.check({} as never);
  assert.deepEqual(JSON.parse(companyName), { url: 'https://own.example', pages: 7 });
});

test("a connector's settings are checked and shown like Daybook's own; its threads get no client secret", async () => {
  const own = await packageOf(source('own', settings));
  const set = { ...env, DAYBOOK_CONNECTORS: own, DAYBOOK_OWN_CLIENT_SECRET: 'hunter2', DAYBOOK_OWN_URL: 'https://a.b' };
  const { config, connectors } = await loadConfig(set);
  const shown = describeConfig(config, set, connectors);
  const find = (variable: string) => shown.find((row) => row.variable === variable);
  assert.equal(find('DAYBOOK_OWN_CLIENT_SECRET')?.value, '****');
  assert.equal(find('DAYBOOK_OWN_PAGES')?.value, '7');
  assert.equal(find('DAYBOOK_XERO_URL')?.source, 'default');
  assert.ok(!JSON.stringify(await threadOptions(config)).includes('hunter2'));
  await assert.rejects(loadConfig({ ...set, DAYBOOK_OWN_URL: 'own' }), /DAYBOOK_OWN_URL must be a URL/);
  await assert.rejects(loadConfig({ ...env, DAYBOOK_OWN_URL: 'https://a.b' }), /DAYBOOK_OWN_URL is not a setting/);
});

test('self-hosted platforms of the repository are enabled by their keys, and an unknown key is reported', async () => {
  const { config } = await loadConfig({ ...env, DAYBOOK_SELF_HOSTED_PLATFORMS: 'tryton' });
  assert.deepEqual([...(await createRegistry(config)).names.keys()], ['tryton']);
  await assert.rejects(
    loadConfig({ ...env, DAYBOOK_SELF_HOSTED_PLATFORMS: 'xero' }),
    /DAYBOOK_SELF_HOSTED_PLATFORMS must be a list of fava, hledger, odoo, tryton, separated by commas, but contains "xero"/,
  );
});

test('a connector that cannot be used is reported as a problem of the configuration that says what to do', async () => {
  const cases: [string, RegExp][] = [
    ['daybook-connector-nobody', /"daybook-connector-nobody" cannot be used: it was not found. Install it/],
    [join(folder, 'nowhere'), /nowhere\/package.json is missing or not valid JSON/],
    [await packageOf('export const other = 1;'), /does not export "connector". Export the result of defineConnector/],
    [await packageOf('throw new Error("broken");'), /main.js failed with "broken"/],
    [
      await packageOf(source('x').replace('credentialFields: [],', '')),
      /needs credentialFields, budget, pull and check/,
    ],
    [await packageOf(source('Not a key')), /key of lower-case letters/],
    [await packageOf(source('xero')), /there is already a connector with the key "xero"/],
    [
      await packageOf('export const connector = { contract: 2, create() {} };'),
      /version 2 of the contract, but this Daybook knows version 1/,
    ],
  ];
  for (const [name, problem] of cases)
    await assert.rejects(loadConfig({ ...env, DAYBOOK_CONNECTORS: name }), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, problem);
      return error.message.includes('DAYBOOK_CONNECTORS');
    });
});

test('the connectors of the repository need no list: each folder in connectors/ is one', async () => {
  const keys = (await loadConnectors([])).map(({ key }) => key);
  assert.deepEqual(keys, ['fava', 'files', 'hledger', 'odoo', 'quickbooks', 'sandbox', 'stripe', 'tryton', 'xero']);
});
