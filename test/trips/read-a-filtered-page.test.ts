import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../harness.ts';

/**
 * Walkthrough (a) of ARCHITECTURE.md, with the five outcomes: response, rows, outgoing calls (none), jobs (none), log
 * line.
 */
// Without a worker, whose loops would use connections during the request whose statements are counted.
const app = useApp({ config: { role: 'api' } });

test('a filtered page takes few statements, caches an exact total, has links pinned to its state, and returns 304 until something changes', async () => {
  const account = await app.account();
  for (let i = 0; i < 9; i++) {
    await account.send('POST /companies', {
      body: { name: `Company ${i}`, tags: { region: i % 3 === 0 ? 'US' : 'EU' } },
    });
  }
  let statements = 0;
  const count = () => statements++;
  app.ctx.db.pool.on('acquire', count);
  const path = '/companies?query=tags.region%3DEU&pageSize=4';
  const first = await account.send(`GET ${path}`);
  app.ctx.db.pool.off('acquire', count);
  assert.ok(
    statements >= 2 && statements <= 5,
    `the page, the cached total, and at most key, quota and heartbeat: ${statements}`,
  );

  assert.deepEqual([first.body.totalResults, first.body.results.length], [6, 4]);
  assert.ok(first.body.results.every((company: { tags: { region: string } }) => company.tags.region === 'EU'));
  const known = await app.ctx.db.system
    .selectFrom('remembered_total')
    .selectAll()
    .where('account_id', '=', account.accountId)
    .execute();
  assert.deepEqual(
    known.map((row) => [row.list, row.total]),
    [['companies', 6]],
  );

  await account.send('POST /companies', { body: { name: 'Late', tags: { region: 'EU' } } });
  const second = await account.send(`GET ${first.body._links.next.href}`);
  assert.deepEqual([second.body.totalResults, second.body.results.length, second.body._links.next], [6, 2, undefined]);
  assert.ok(!second.text.includes('Late'), 'the paged read is pinned to the list that it started with');

  const fresh = await account.send(`GET ${path}`);
  assert.equal(fresh.body.totalResults, 7);
  const etag = fresh.headers.get('etag') ?? '';
  assert.notEqual(etag, first.headers.get('etag'));
  assert.equal((await account.send(`GET ${path}`, { headers: { 'if-none-match': etag } })).status, 304);
  const line = app.logLines.find((entry) => entry.correlationId === first.headers.get('x-correlation-id'));
  assert.equal(line?.statusCode, 200);
});
