import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { conformance, plainHttp } from '@daybook/connector-kit/conformance';
import { runCommand } from '../../src/cli/run-command.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

async function daybook(args: string[], env: Record<string, string> = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const print = (text: string) => void out.push(text);
  const code = await runCommand({ args, env, print, printError: (text) => void err.push(text) });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

test('the platforms of this version are listed with what each can pull and push', async () => {
  const listed = JSON.parse((await daybook(['connector', 'list', '--json'])).out);
  const hledger = listed.find(({ platform }: { platform: string }) => platform === 'hledger');
  assert.deepEqual([hledger.pull, hledger.push], [['accounts', 'journalEntries'], ['journalEntries']]);
  assert.match((await daybook(['connector', 'list'])).out, /tryton +Tryton +url, database, user, password/);
});

test('a new connector is written into a checkout, loads, describes itself, and its test passes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-connector-'));
  after(() => rm(folder, { recursive: true }));
  await cp(join(root, 'connector-kit'), join(folder, 'connector-kit'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const made = await daybook(['connector', 'new', 'acme-books', '--folder', folder, '--json']);
  assert.equal(made.code, 0, made.err);
  const { written } = JSON.parse(made.out);
  assert.ok(written.includes(join(folder, 'connectors/acme-books/src/acme-books-connector.ts')));
  const { createAcmeBooksConnector } = await import(join(folder, 'connectors/acme-books/src/acme-books-connector.ts'));
  const credentials = { url: 'https://books.example', key: 'k' };
  const target = { http: plainHttp(), credentials, wrongCredentials: credentials, pagedType: 'customers' };
  await conformance(createAcmeBooksConnector(), target)[0]?.run();
  await promisify(execFile)(process.execPath, ['--test', join(folder, 'connectors/acme-books/test/mapping.test.ts')], {
    // Without this, the inner test runner would report to the outer one.
    env: { ...process.env, NODE_TEST_CONTEXT: '' },
  });

  const again = await daybook(['connector', 'new', 'acme-books', '--folder', folder]);
  assert.deepEqual([again.code, /connectors\/acme-books already exists/.test(again.err)], [2, true]);
  for (const name of ['Acme', '../evil', 'a--b', '-a', ''])
    assert.equal((await daybook(['connector', 'new', name, '--folder', folder])).code, 2, name);

  const elsewhere = join(folder, 'elsewhere');
  const outside = await daybook(['connector', 'new', 'acme-books', '--folder', elsewhere, '--json']);
  const own = join(elsewhere, 'daybook-connector-acme-books');
  assert.ok(
    JSON.parse(outside.out).written.includes(join(own, 'tsconfig.json')),
    'outside a checkout: a package to build',
  );
  assert.match(readFileSync(join(own, 'package.json'), 'utf8'), /"exports": ".\/dist\/acme-books-connector.js"/);
});

/** Simulates hledger-web behind a password, with recorded responses. */
const samples = new URL('../../connectors/hledger/test/samples/', import.meta.url);
const answers: Record<string, string> = {
  '/version': '"1.25"',
  '/accounts': readFileSync(new URL('accounts.json', samples), 'utf8'),
  '/transactions': readFileSync(new URL('transactions.json', samples), 'utf8'),
};
const server = createServer((request, answer) => {
  const isIn = request.headers.authorization === `Basic ${Buffer.from('me:right').toString('base64')}`;
  const body = answers[request.url ?? ''];
  answer.writeHead(!isIn ? 401 : body === undefined ? 404 : 200).end(isIn ? body : '');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());
const env = {
  DAYBOOK_TEST_HLEDGER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  DAYBOOK_TEST_HLEDGER_USER: 'me',
  DAYBOOK_TEST_HLEDGER_PASSWORD: 'right',
};

test('a connector is checked with credentials from the environment, and failed checks are reported', async () => {
  const good = await daybook(['connector', 'check', 'hledger', '--type', 'journalEntries', '--json'], env);
  assert.equal(good.code, 0, good.err);
  const report = JSON.parse(good.out);
  assert.deepEqual([report.platform, report.failed, report.passed > 5], ['hledger', [], true]);
  const entries = report.dataTypes.find(({ dataType }: { dataType: string }) => dataType === 'journalEntries');
  assert.ok(entries.records > 0 && entries.pages > 0, JSON.stringify(entries));
  const accounts = answers['/accounts'] ?? '';
  answers['/accounts'] = '[{"aname":"assets-of-nobody-else"}]';
  const bad = await daybook(['connector', 'check', 'hledger'], env);
  answers['/accounts'] = accounts;
  assert.equal(bad.code, 1);
  assert.match(bad.out, /Failed:\n\n- hledger: a full pass of accounts/);
  assert.match(bad.out, /\| accounts \| - \| - \| 0 \| not tried \|/);
  // Nothing of the company goes into a pull request.
  const text = (await daybook(['connector', 'check', 'hledger'], env)).out;
  assert.match(
    text,
    /^### daybook connector check hledger\n\n\d{4}-\d\d-\d\d, connector \d+\.\d+\.\d+, connector-kit \d+/,
  );
  for (const own of ['127.0.0.1', 'assets', 'right', 'me:', 'income'])
    assert.ok(!`${text}${bad.out}`.includes(own), own);
  assert.ok(!`${bad.err}${bad.out}`.includes('right'));
});

test('a missing credential, an unknown connector and an unsupported data type are reported', async () => {
  const { DAYBOOK_TEST_HLEDGER_PASSWORD: _, ...rest } = env;
  const missing = await daybook(['connector', 'check', 'hledger'], rest);
  assert.deepEqual([missing.code, /DAYBOOK_TEST_HLEDGER_PASSWORD/.test(missing.err)], [2, true]);
  assert.match((await daybook(['connector', 'check', 'nobody'])).err, /There is no connector "nobody"/);
  assert.match(
    (await daybook(['connector', 'check', 'hledger', '--type', 'invoices'], env)).err,
    /does not support invoices/,
  );
});
