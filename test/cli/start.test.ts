import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { after, before, test } from 'node:test';
import { freePort } from '../../dev/embedded-postgres.ts';
import { keyFilePath, withKeyFile, writeKeyFile } from '../../src/config/key-file.ts';
import { serverUrl } from '../harness.ts';
import { startProgram, useLink } from '../ship/start-program.ts';
import { emptyDatabase } from '../template.ts';

const main = join(import.meta.dirname, '../../src/main.ts');
let database: Awaited<ReturnType<typeof emptyDatabase>>;
let home: string;
let port: number;
before(async () => {
  database = await emptyDatabase(serverUrl());
  home = await mkdtemp(join(tmpdir(), 'daybook-start-'));
  port = await freePort();
});
after(async () => {
  await rm(home, { recursive: true, force: true });
  await database.drop();
});

const start = (args: string[] = [], more: Record<string, string> = {}) =>
  startProgram(process.execPath, [main, 'start', ...args], {
    PATH: process.env.PATH ?? '',
    ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    HOME: home,
    DAYBOOK_DATABASE_URL: database.url,
    DAYBOOK_PORT: String(port),
    ...more,
  });
const keyFile = () => join(home, '.config/daybook/secret-keys');
const ready = () => `http://127.0.0.1:${port}/health/ready`;

test('an empty machine with only a database gets a schema, a key and an operator, and nothing is asked twice', async () => {
  const first = start();
  await first.ready(ready());
  await first.printed('Daybook is running');
  const keys = await readFile(keyFile(), 'utf8');
  assert.match(keys, /^k\d{8}:[A-Za-z0-9+/]{43}=\n$/);
  assert.equal((await stat(keyFile())).mode & 0o777, 0o600);
  assert.ok(first.output().includes(`Created the sealing key in ${keyFile()}.`), first.output());
  assert.match(first.output(), /operator operator@localhost\. It works once/);
  assert.equal(await first.stop(), 0);

  const second = start(['--operator', 'somebody-else@example.com']);
  await second.ready(ready());
  await second.printed('Daybook is running');
  assert.doesNotMatch(second.output(), /Created the sealing key/);
  assert.match(
    second.output(),
    /operator operator@localhost\./,
    'nobody has used the first link: there is another one',
  );
  assert.ok(await useLink(second.output()));
  await second.stop();

  const third = start();
  await third.ready(ready());
  assert.doesNotMatch(third.output(), /invitations/);
  await third.stop();
  assert.equal(await readFile(keyFile(), 'utf8'), keys);
});

test('a database whose secrets have another key is refused, and no second key is made', async () => {
  const elsewhere = join(home, 'elsewhere');
  const refused = start([], { HOME: elsewhere });
  assert.equal(await refused.exited(), 1);
  assert.match(refused.output(), /encrypted with the key "k\d{8}", which this machine does not have/);
  assert.ok(!existsSync(join(elsewhere, '.config/daybook/secret-keys')));
});

test('a PostgreSQL that starts later than Daybook is waited for, a database that does not exist is not', async () => {
  const behind = new URL(database.url);
  const late = new URL(database.url);
  late.host = `127.0.0.1:${await freePort()}`;
  const started = start([], { DAYBOOK_DATABASE_URL: late.href });
  await started.printed('PostgreSQL is not ready yet');
  const server = createServer((socket) => {
    const onward = connect(Number(behind.port), behind.hostname);
    pipeline(socket, onward, socket, () => {});
  }).listen(Number(late.port), '127.0.0.1');
  try {
    await started.ready(ready());
    await started.stop();
    late.pathname = '/missing';
    const refused = start([], { DAYBOOK_DATABASE_URL: late.href });
    assert.equal(await refused.exited(), 1);
    assert.doesNotMatch(refused.output(), /not ready yet/);
    assert.match(refused.output(), /database "missing" does not exist/);
  } finally {
    server.close();
  }
});

test('a missing database and a wrong e-mail address are reported before anything is created', async () => {
  const nowhere = { HOME: join(home, 'nowhere'), DAYBOOK_DATABASE_URL: '' };
  const unset = start([], nowhere);
  assert.equal(await unset.exited(), 1);
  assert.match(unset.output(), /has a problem:\n {2}- DAYBOOK_DATABASE_URL is missing/);
  const wrong = start(['--operator', 'nobody'], nowhere);
  assert.equal(await wrong.exited(), 2);
  assert.match(wrong.output(), /--operator must be an e-mail address/);
  assert.ok(!existsSync(nowhere.HOME));
});

test('the key file is never overwritten, and the environment comes first', async () => {
  const path = join(home, 'own/keys');
  assert.ok(writeKeyFile(path, 'k1:first'));
  assert.ok(!writeKeyFile(path, 'k1:second'));
  assert.equal(await readFile(path, 'utf8'), 'k1:first\n');
  const env = { DAYBOOK_SECRET_KEYS_FILE: path, HOME: home };
  assert.equal(withKeyFile(env).DAYBOOK_SECRET_KEYS, 'k1:first');
  assert.equal(withKeyFile({ ...env, DAYBOOK_SECRET_KEYS: 'k2:own' }).DAYBOOK_SECRET_KEYS, 'k2:own');
  await writeFile(path, 'k2:new\n\nk1:first\n');
  assert.equal(withKeyFile(env).DAYBOOK_SECRET_KEYS, 'k2:new,k1:first');
  assert.equal(keyFilePath({ XDG_CONFIG_HOME: '/etc', HOME: home }), '/etc/daybook/secret-keys');
  assert.equal(keyFilePath({}), undefined);
});
