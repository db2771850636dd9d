import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import type { PlanName } from '../../src/accounts/plans.ts';
import { createContentSlots } from '../../src/attachments/content-slots.ts';
import { forgetContents } from '../../src/attachments/forget-contents.ts';
import { keepContents } from '../../src/attachments/keep-contents.ts';
import { settableClock } from '../../src/base/clock.ts';
import type { Db } from '../../src/db/db.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { linkCompany, type SyncedCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';
import { sandboxFiles } from './sandbox-files.ts';

/** Contents of attachments that are kept: sealed, once for each account, within limits. */
const mebibyte = 1024 * 1024;
const hourMs = 3_600_000;
const sandbox = await startSandbox();
const control = controlSandbox(sandbox.url);
const app = useApp({
  config: { sandboxUrl: sandbox.url, keptFileBytesMax: 3 * mebibyte, keptBytesFree: 4 * mebibyte },
});
after(() => sandbox.stop());

type Files = Parameters<ReturnType<typeof sandboxFiles>['add']>[0][];

async function synced(name: string, files: Files, given: { account?: TestAccount; plan?: PlanName } = {}) {
  const account = given.account ?? (await app.account({ plan: given.plan ?? 'paid' }));
  const company = await linkCompany(account, name);
  const platform = sandboxFiles(sandbox.url, name);
  const ids: string[] = [];
  for (const file of files) ids.push(await platform.add(file));
  assert.equal((await company.sync('attachments')).status, 'Complete');
  return { account, company, platform, ids, content: (id = '') => `${company.path}/data/attachments/${id}/content` };
}

async function setKeeping(account: TestAccount, { path }: SyncedCompany, keepContent: boolean) {
  const { settings } = (await account.send(`GET ${path}/syncSettings`)).body;
  const changed = settings.map((one: { dataType: string }) =>
    one.dataType === 'attachments' ? { ...one, keepContent } : one,
  );
  const answer = await account.send(`PUT ${path}/syncSettings`, { body: { settings: changed } });
  assert.equal(answer.status, 200, answer.text);
}

async function rows<Row>({ accountId }: TestAccount, table: string, columns = '*'): Promise<Row[]> {
  return (
    await sql<Row>`select ${sql.raw(columns)} from ${sql.table(table)} where account_id = ${accountId}::uuid`.execute(
      app.ctx.db.system,
    )
  ).rows;
}
const count = async (account: TestAccount, table: string) => (await rows(account, table)).length;

/** Waits until each of the `files` attachments of the account has been looked at. */
const untilLooked = (account: TestAccount, files: number) =>
  waitFor(async () => {
    const [work] = await rows<{ wanted_at: Date | null }>(account, 'kept_work');
    return work?.wanted_at === null && (await count(account, 'kept_file')) === files;
  }, 60_000);

async function download({ key }: TestAccount, path: string) {
  const headers = { authorization: `Basic ${Buffer.from(key).toString('base64')}` };
  const answer = await fetch(`${app.url}${path}`, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, from: answer.headers.get('content-from'), bytes, headers: answer.headers };
}
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const secretText = 'Payee: Marguerite Exemplar, IBAN XX00 1234';

test('P-KEPT: kept content is served when the platform is down, is sealed, and stands once for each account', async () => {
  const text = btoa(secretText.repeat(40_000));
  const { account, company, ids, content } = await synced('kept-100', [
    { file_name: 'a.txt', media_type: 'text/plain', content: text },
    { file_name: 'b.txt', media_type: 'text/plain', content: text },
  ]);
  const streamed = await download(account, content(ids[0]));
  assert.equal(streamed.from, 'platform');
  await setKeeping(account, company, true);
  await untilLooked(account, 14);
  assert.equal(await count(account, 'kept_content'), 13, 'two of the files are the same');

  await control.fault({
    match: { company: 'kept-100', type: 'content' },
    fault: { kind: 'status', status: 503 },
    times: 99,
  });
  const { results } = (await account.send(`GET ${company.path}/data/attachments?pageSize=50`)).body;
  for (const { id, size, hash } of results) {
    const { status, from, bytes, headers } = await download(account, content(id));
    assert.deepEqual([status, from, bytes.length], [200, 'kept', size ?? bytes.length]);
    assert.equal(headers.get('content-length'), String(bytes.length));
    if (hash) assert.equal(sha256(bytes), hash.value);
    assert.ok(headers.get('etag'));
  }
  const kept = await download(account, content(ids[1]));
  assert.equal(sha256(kept.bytes), sha256(streamed.bytes));
  await control.clearFaults();

  const parts = await rows<{ sealed: Buffer }>(account, 'kept_content_part');
  assert.ok(parts.length > 13, 'a content of more than 1 MiB has several parts');
  for (const { sealed } of parts) {
    assert.ok(!sealed.includes('Marguerite') && !sealed.includes('receipt'), 'the bytes in the table are encrypted');
    assert.ok(new Set(sealed).size > 200 || sealed.length < 2000, 'the bytes in the table look random');
  }
  const keys = await rows<{ data_key: string }>(account, 'kept_content');
  for (const { data_key } of keys) assert.match(data_key, /^v1\.test\./);
  const [total] = await rows<{ bytes: string }>(account, 'kept_total');
  const [sum] = await rows<{ sum: string }>(account, 'kept_content', 'sum(bytes) as sum');
  assert.equal(Number(total?.bytes), Number(sum?.sum));
});

test('P-KEPT: a part of another content, another account or another place is never served', async () => {
  const file = { file_name: 'a.bin', media_type: 'text/plain', content: btoa(secretText.repeat(60_000)) };
  const one = await synced('bound-100', [file]);
  const other = await synced('bound-101', [file]);
  await setKeeping(one.account, one.company, true);
  await setKeeping(other.account, other.company, true);
  await untilLooked(one.account, 13);
  await untilLooked(other.account, 13);
  const contentOf = async ({ account, ids }: typeof one) =>
    (await rows<{ content_id: string; file_id: string }>(account, 'kept_file')).find(
      ({ file_id }) => file_id === ids[0],
    )?.content_id;
  const [own, foreign] = [await contentOf(one), await contentOf(other)];
  assert.ok(own && foreign && own !== foreign, 'each account has the content for itself');
  const spoil = (from: string, part: number) =>
    sql`update kept_content_part p set sealed = q.sealed from kept_content_part q
      where p.content_id = ${own}::uuid and p.part = 1 and q.content_id = ${from}::uuid and q.part = ${part}`.execute(
      app.ctx.db.system,
    );
  await spoil(foreign, 1);
  await assert.rejects(download(one.account, one.content(one.ids[0])), 'a part of another account');
  await spoil(own, 0);
  await assert.rejects(download(one.account, one.content(one.ids[0])), 'another part of the same content');
  await sql`update kept_content k set data_key = f.data_key from kept_content f
    where k.content_id = ${own}::uuid and f.content_id = ${foreign}::uuid`.execute(app.ctx.db.system);
  await sql`update kept_content_part p set sealed = q.sealed from kept_content_part q
    where p.content_id = ${own}::uuid and q.content_id = ${foreign}::uuid and q.part = p.part`.execute(
    app.ctx.db.system,
  );
  const stolen = await download(one.account, one.content(one.ids[0]));
  assert.equal(stolen.status, 500, 'the whole content of another account');
});

test('P-KEPT: what is over a limit is streamed and says so', async () => {
  const { account, company, ids, content } = await synced(
    'limits-100',
    [
      { file_name: 'large.bin', bytes: 3 * mebibyte + 1 },
      { file_name: 'm1.bin', bytes: 2.5 * mebibyte },
      { file_name: 'm2.bin', bytes: 2.5 * mebibyte },
    ],
    { plan: 'free' },
  );
  await setKeeping(account, company, true);
  await untilLooked(account, 15);
  const froms: (string | null)[] = [];
  for (const id of ids) {
    const { from, bytes } = await download(account, content(id));
    froms.push(from);
    assert.ok(bytes.length >= 2.5 * mebibyte, 'it can be read nevertheless');
  }
  assert.equal(froms[0], 'platform; reason=fileTooLarge');
  assert.deepEqual(froms.slice(1).sort(), ['kept', 'platform; reason=accountFull']);
  const [total] = await rows<{ bytes: string }>(account, 'kept_total');
  assert.ok(Number(total?.bytes) <= 4 * mebibyte);
});

/** A worker of its own, hours later than those of the app, which therefore leave its work alone. */
function worker(hours: number, db: Db = app.ctx.db) {
  const clock = settableClock(new Date(app.ctx.clock.nowMs() + hours * hourMs));
  return { ...app.ctx, db, clock, contentSlots: createContentSlots() };
}

test('P-KEPT: a worker that is killed while it keeps a file leaves nothing half, and another one goes on', async () => {
  const { account, company, ids, content } = await synced('killed-100', [
    { file_name: 'long.bin', bytes: 2.5 * mebibyte },
  ]);
  const { connectionId } = company;
  await sql`update kept_work set lease_until = now() + interval '1 hour'
    where connection_id = ${connectionId}::uuid`.execute(app.ctx.db.system);
  await setKeeping(account, company, true);
  let parts = 0;
  let isKilled = false;
  const dying: Db = {
    ...app.ctx.db,
    transaction: (accountId, work, ...others) => {
      if (isKilled) return Promise.reject(Object.assign(new Error('killed'), { code: 'killed' }));
      return app.ctx.db.transaction(
        accountId,
        async (tx) => {
          const done = await work(tx);
          const left = await sql<{ n: number }>`select count(*)::int as n from kept_content_part p
            join kept_content k using (account_id, content_id) where k.hash is null`.execute(tx);
          parts = left.rows[0]?.n ?? 0;
          isKilled = parts === 2;
          return done;
        },
        ...others,
      );
    },
  };
  await assert.rejects(
    keepContents(worker(2, dying), () => false),
    /killed/,
  );
  assert.equal(parts, 2);
  const left = await rows<{ hash: Buffer | null }>(account, 'kept_content');
  assert.equal(left.filter(({ hash }) => hash === null).length, 1, 'the content is unfinished');
  assert.equal((await download(account, content(ids[0]))).from, 'platform');

  await keepContents(worker(3), () => false);
  const { from, bytes } = await download(account, content(ids[0]));
  assert.deepEqual([from, bytes.length], ['kept', 2.5 * mebibyte]);
  const [theirs] = await Promise.all([sandboxFiles(sandbox.url, 'killed-100').read(ids[0] ?? '')]);
  assert.equal(sha256(bytes), sha256(Buffer.from(await theirs.arrayBuffer())));
  await forgetContents(worker(30));
  const after = await rows<{ hash: Buffer | null }>(account, 'kept_content');
  assert.deepEqual([after.length, after.every(({ hash }) => hash !== null)], [13, true]);
});

test('P-KEPT: content goes with its last record, with the setting, and with the company', async () => {
  const text = btoa(secretText);
  const first = await synced('gone-100', [{ file_name: 'a.txt', content: text }]);
  const { account } = first;
  const second = await synced('gone-101', [{ file_name: 'a.txt', content: text }], { account });
  await setKeeping(account, first.company, true);
  await setKeeping(account, second.company, true);
  await waitFor(async () => (await count(account, 'kept_file')) === 26, 60_000);
  assert.equal(await count(account, 'kept_content'), 25);

  await first.platform.remove(first.ids[0] ?? '');
  await first.company.sync('attachments');
  const missing = async () =>
    (await rows<{ missing_since: Date | null }>(account, 'kept_file')).filter((one) => one.missing_since !== null);
  await waitFor(async () => (await missing()).length === 1);
  await forgetContents(worker(1));
  assert.equal(await count(account, 'kept_file'), 26, 'kept as long as past versions of records');
  await forgetContents(worker(app.ctx.config.versionsKeptHours + 1));
  assert.equal(await count(account, 'kept_file'), 25);
  assert.equal(await count(account, 'kept_content'), 25, 'the other company has the same content');
  assert.equal((await download(account, second.content(second.ids[0]))).from, 'kept');

  await setKeeping(account, first.company, false);
  await waitFor(async () => (await count(account, 'kept_content')) === 13, 60_000);
  assert.equal(await count(account, 'kept_file'), 13);
  assert.equal((await account.send(`DELETE ${second.company.path}`)).status, 204);
  await waitFor(async () => (await count(account, 'kept_content')) === 0, 60_000);
  assert.deepEqual([await count(account, 'kept_file'), await count(account, 'kept_content_part')], [0, 0]);
  const [total] = await rows<{ bytes: string }>(account, 'kept_total');
  assert.equal(Number(total?.bytes), 0);
});

test('P-KEPT: a changed file is read again, and only attachments can be kept', async () => {
  const { account, company, platform, ids, content } = await synced('changed-100', [
    { file_name: 'a.txt', content: btoa('one') },
  ]);
  await setKeeping(account, company, true);
  await untilLooked(account, 13);
  await platform.remove(ids[0] ?? '');
  const added = await platform.add({ file_name: 'b.txt', content: btoa('two') });
  await company.sync('attachments');
  await untilLooked(account, 14);
  const { from, bytes } = await download(account, content(added));
  assert.deepEqual([from, bytes.toString()], ['kept', 'two']);
  assert.equal((await account.send(`GET ${content(ids[0])}`)).body.code, 'contentNotFound');
  const settings = [{ dataType: 'invoices', fetchOnFirstLink: true, schedule: 'daily', order: 1, keepContent: true }];
  const refused = await account.send(`PUT ${company.path}/syncSettings`, { body: { settings } });
  assert.deepEqual([refused.status, refused.body.validation.errors[0].itemId], [400, 'settings.0.keepContent']);
});
