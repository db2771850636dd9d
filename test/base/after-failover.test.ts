import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createLog } from '../../src/base/log.ts';
import { upgradeDatabase } from '../../src/upgrade-database.ts';
import { runDaybook, runForJson } from '../cli/run-daybook.ts';
import { anInvoice, companyWith, numberedId, publishRecords, someInvoices } from '../data/seed-data-set.ts';
import { findPrograms, startCluster } from '../debian-cluster.ts';
import { startOn } from '../harness.ts';

const bin = findPrograms();
const skip = bin ? false : 'PostgreSQL has to be installed on this machine, for a standby';

test('after a failover, db check shows which pushes, tokens and cursors stand ahead of the database', {
  skip,
}, async () => {
  assert.ok(bin);
  const cluster = await startCluster(bin);
  after(() => cluster.stop());
  await upgradeDatabase({ url: cluster.url, log: createLog({ level: 'error' }) });
  const args = ['db', 'check', '--after-failover'];
  assert.equal((await runForJson(cluster.url, args)).failover.thereUpTo, null);
  const { app, stop } = await startOn(cluster.url, { config: { role: 'api' } });
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(3));
  const { next } = (await account.send('GET /changes')).body;
  await app.ctx.db.pool.query(
    `insert into oauth_token (account_id, company_id, connection_id, platform_key, tenant, client_id, tokens, version, expires_at, renewed_at)
     select account_id, company_id, connection_id, 'xero', 't', 'c', 'sealed', 1, now(), now() from connection`,
  );
  await stop();

  const standby = await cluster.addStandby();
  const client = new pg.Client(standby.superuserUrl);
  await client.connect();
  await client.query('select pg_promote()');
  await client.end();

  const { failover, isRight } = await runForJson(standby.url, args);
  assert.equal(isRight, true);
  assert.equal(failover.isNoticedNow, true);
  assert.ok(Date.now() - Date.parse(failover.thereUpTo) < 120_000);
  assert.deepEqual(
    failover.tokens.map(({ connectionId }: { connectionId: string }) => connectionId),
    [books.connectionId],
  );
  assert.deepEqual(failover.feeds, { begunAnew: 0, notYet: 1 });
  assert.equal(failover.areAccountsTold, true);

  const later = await startOn(standby.url, { config: { role: 'api' } });
  try {
    const { status } = await later.app.send(`GET /changes?after=${next}`, { key: account.key });
    assert.equal(status, 200, 'a bookmark that the standby had goes on');
  } finally {
    await later.stop();
  }
  const again = (await runForJson(standby.url, args)).failover;
  assert.deepEqual([again.isNoticedNow, again.feeds], [false, { begunAnew: 1, notYet: 0 }]);
  const { out, code } = await runDaybook(standby.url, args);
  assert.equal(code, 0);
  assert.match(out, /Change feed: 1 accounts have begun a new era/);
  assert.match(out, new RegExp(`unchecked +xero +${account.accountId}`));
});

test('a link or ETag of a generation that an asynchronous standby never received is not served from another one', {
  skip,
}, async () => {
  assert.ok(bin);
  const cluster = await startCluster(bin);
  after(() => cluster.stop());
  await upgradeDatabase({ url: cluster.url, log: createLog({ level: 'error' }) });
  const { app, stop } = await startOn(cluster.url, { config: { role: 'api' } });
  const account = await app.account();
  const books = await companyWith(app.ctx.db, account, someInvoices(6));
  const kept = (await account.send(`GET ${books.path}?pageSize=2`)).body;

  const standby = await cluster.addStandby();
  const client = new pg.Client(standby.superuserUrl);
  await client.connect();
  // From here on, the standby receives nothing.
  await client.query(`alter system set primary_conninfo = 'host=127.0.0.1 port=1'`);
  await client.query('select pg_reload_conf()');
  while ((await client.query('select from pg_stat_wal_receiver')).rows.length > 0) await sleep(20);
  await publishRecords(app.ctx.db, books, [{ id: numberedId(1), record: anInvoice({ totalAmount: 7777 }) }]);
  const lost = await account.send(`GET ${books.path}?pageSize=2`);
  assert.equal(lost.body.results[0].totalAmount, 7777);
  const lostLink = lost.body._links.next.href;
  const lostWhole = await account.send(`GET ${books.path}`);
  const lostRecord = await account.send(`GET ${books.path}/${numberedId(1)}`);
  const lostTag = (await account.send(`GET ${lostLink}`)).headers.get('etag') ?? '';
  await stop();
  await client.query('select pg_promote()');
  await client.end();

  const later = await startOn(standby.url, { config: { role: 'api' } });
  try {
    const send = (target: string, headers = {}) =>
      later.app.send(`GET ${target.replace(/^https?:\/\/[^/]+/, '')}`, { key: account.key, headers });
    for (const headers of [{}, { 'if-none-match': lostTag }]) {
      const gone = await send(lostLink, headers);
      assert.equal(gone.status, 410, gone.text);
      const [, restart = ''] = /<(.*)>; rel="first"/.exec(gone.headers.get('link') ?? '') ?? [];
      assert.equal((await send(restart)).body.results[0].totalAmount, 1, 'the state before the lost one');
    }
    const keeps = async () => (await send(kept._links.next.href)).status;
    assert.equal(await keeps(), 200, 'a link to a generation that the standby has goes on');

    // The next generation gets the number of the lost one.
    books.generation--;
    await publishRecords(later.app.ctx.db, books, [{ id: numberedId(1), record: anInvoice({ totalAmount: 8888 }) }]);
    for (const headers of [{}, { 'if-none-match': lostTag }])
      assert.equal((await send(lostLink, headers)).status, 410, 'not the second page of another generation');
    for (const [target, had] of [
      [`${books.path}?pageSize=2`, lost],
      [books.path, lostWhole],
      [`${books.path}/${numberedId(1)}`, lostRecord],
    ] as const) {
      const { status, text } = await send(target, { 'if-none-match': had.headers.get('etag') });
      assert.deepEqual([status, text.includes('8888')], [200, true], `${target}: ${text}`);
    }
    assert.equal(await keeps(), 200, 'a link to a generation that the standby has goes on');
  } finally {
    await later.stop();
  }
});
