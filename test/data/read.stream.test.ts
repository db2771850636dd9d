import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { useApp } from '../harness.ts';
import { companyWith, publishRecords, someInvoices } from './seed-data-set.ts';

/** Large pages are streamed in parts. */
const app = useApp({ config: { sandboxUrl: 'http://127.0.0.1:9' } });

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(key).toString('base64')}` });

test('large pages have the same records, order, total and links as small ones, for every query and in both directions', async () => {
  const account = await app.account();
  const dataSet = await companyWith(app.ctx.db, account, someInvoices(2300));
  await publishRecords(
    app.ctx.db,
    dataSet,
    someInvoices(40, () => ({ note: 'again' })),
  );
  for (const more of [
    '',
    '&orderBy=-totalAmount',
    '&query=status=paid',
    '&orderBy=status,-issueDate',
    '&query=status=draft&orderBy=totalAmount&include=sourceData',
  ]) {
    const pages = async (pageSize: number) => {
      const found = [];
      for (let next: string | undefined = `${dataSet.path}?pageSize=${pageSize}${more}`; next; ) {
        const answer = await account.send(`GET ${next}`);
        assert.equal(answer.status, 200, answer.text);
        found.push(answer.body);
        next = answer.body._links.next?.href;
      }
      return found;
    };
    const [small, large] = [await pages(500), await pages(600)];
    const recordsOf = (list: typeof small) => list.flatMap((page) => page.results);
    assert.deepEqual(recordsOf(large), recordsOf(small), more);
    assert.ok(large.length > 1 && large.every((page) => page.totalResults === small[0].totalResults));
    const previous = (await account.send(`GET ${large.at(-1)._links.previous.href}`)).body;
    assert.deepEqual([previous.results, previous.pageNumber], [large.at(-2).results, large.length - 1], `${more} back`);
    const byNumber = (await account.send(`GET ${dataSet.path}?pageSize=600&page=2${more}`)).body;
    assert.deepEqual(byNumber.results, large[1]?.results, `${more} by number`);
  }
  const beyond = (await account.send(`GET ${dataSet.path}?pageSize=600&page=7`)).body;
  assert.deepEqual([beyond.results, beyond.totalResults], [[], 2300]);
  const head = await fetch(`${app.url}${dataSet.path}?pageSize=600`, { method: 'HEAD', headers: basic(account.key) });
  assert.deepEqual([head.status, await head.text()], [200, '']);
});

test('the first records of a large page are sent before the last ones have been read', async () => {
  const account = await app.account();
  const dataSet = await companyWith(
    app.ctx.db,
    account,
    someInvoices(3000, () => ({ note: 'x'.repeat(8000) })),
  );
  // Far more than the socket buffers hold. Not compressed, because then everything would fit into them.
  const headers = { ...basic(account.key), 'accept-encoding': 'identity' };
  const response = await fetch(`${app.url}${dataSet.path}?pageSize=3000`, { headers });
  const reader = response.body?.getReader();
  assert.ok(reader);
  const first = await reader.read();
  assert.match(Buffer.from(first.value ?? []).toString(), /^\{"results":\[/);
  // Rows that are still to be sent are erased: the response must be aborted, so that the client does not take it for
  // complete.
  await sql`delete from record where data_set_id = ${dataSet.dataSetId} and record_id > 'inv-2900'`.execute(
    app.ctx.db.system,
  );
  let text = '';
  const rest = (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += Buffer.from(value).toString();
    }
  })();
  await assert.rejects(rest, /terminated|aborted|closed/);
  assert.doesNotMatch(text, /"totalResults"/);
  assert.ok(app.logLines.some((line) => line.msg === 'response aborted while streaming'));
});
