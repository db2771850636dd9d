import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../harness.ts';

const app = useApp();
test('smoke', async () => {
  const a = await app.account();
  const made = await a.send('POST /companies', { body: { name: 'A', tags: { x: '1' } } });
  assert.equal(made.status, 200, made.text);
  for (let i = 0; i < 5; i++) await a.send('POST /companies', { body: { name: `B${i}` } });
  const list = await a.send('GET /companies?pageSize=2&query=name~B&orderBy=-name');
  assert.equal(list.body.totalResults, 5, list.text);
  const next = await a.send(`GET ${list.body._links.next.href}`);
  assert.deepEqual(
    next.body.results.map((c: { name: string }) => c.name),
    ['B2', 'B1'],
  );
  const prev = await a.send(`GET ${next.body._links.previous.href}`);
  assert.deepEqual(prev.body.results, list.body.results);
  assert.equal((await a.send(`DELETE /companies/${made.body.companyId}`)).status, 204);
  assert.equal(
    (
      await a.send('GET /companies', {
        headers: { 'if-none-match': (await a.send('GET /companies')).headers.get('etag') ?? '' },
      })
    ).status,
    304,
  );
});
