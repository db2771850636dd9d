import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDataType } from '@daybook/connector-kit';
import { settableClock } from '../../src/base/clock.ts';
import type { Db } from '../../src/db/db.ts';
import { createKnownQueries } from '../../src/standing/known-queries.ts';
import { tellDue } from '../../src/standing/tell-due.ts';
import { anInvoice, type RecordToPublish } from '../data/seed-data-set.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { aConsumer, someBooks, standingEvents } from './standing-books.ts';

const clock = settableClock(new Date('2026-11-02T09:00:00Z'));
const app = useApp({ clock, config: { sandboxUrl: 'http://127.0.0.1:9', role: 'api' } });
const base = '/webhooks/standingQueries';

const invoice = (id: string, fields: object = {}): RecordToPublish => ({ id, record: anInvoice(fields) });
const later = () => clock.advanceMs(1000);
const dataType = findDataType('invoices') ?? assert.fail();

async function ask(account: TestAccount, body: object): Promise<string> {
  const given = { name: 'q', dataType: 'invoices', query: 'totalAmount>0', ...body };
  const answer = await account.send(`POST ${base}`, { body: given });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.standingQueryId;
}

test('P-STANDING: a run uses exactly the queries that are stored when it begins and that existed when its generation was published', async () => {
  const account = await app.account();
  const consumerId = await aConsumer(account);
  const { publish, companyId } = await someBooks(app, account);
  const other = await someBooks(app, account);
  const told = async (id: string) => {
    const before = (await standingEvents(app, account.accountId)).length;
    later();
    await publish([invoice(id)]);
    await tellDue(app.ctx);
    return (await standingEvents(app, account.accountId)).slice(before).map(({ name }) => name);
  };
  const first = await ask(account, { consumerId, name: 'first' });
  const ofCompany = await ask(account, { consumerId, name: 'of company', companyId });
  await ask(account, { consumerId, name: 'of other company', companyId: other.companyId });
  assert.deepEqual((await told('a')).sort(), ['first', 'of company']);
  // The same number of queries with the same texts, but not the same queries.
  await account.send(`DELETE ${base}/${first}`);
  await ask(account, { consumerId, name: 'second' });
  assert.deepEqual((await told('b')).sort(), ['of company', 'second']);
  await account.send(`DELETE ${base}/${ofCompany}`);
  assert.deepEqual(await told('c'), ['second']);
  // Published before the query was created, and told after it.
  later();
  await publish([invoice('d')]);
  later();
  await ask(account, { consumerId, name: 'late' });
  assert.deepEqual((await told('e')).sort(), ['late', 'second', 'second']);
});

test('P-STANDING: compiled queries are kept up to a limit, of the accounts that were used last', async () => {
  const known = createKnownQueries({ max: 3 });
  const accounts = [];
  for (const count of [2, 2, 1, 4]) {
    const account = await app.account();
    const consumerId = await aConsumer(account);
    for (let n = 0; n < count; n++) await ask(account, { consumerId });
    accounts.push(account);
  }
  const [two, alsoTwo, one, four] = accounts.map(({ accountId }) => accountId);
  let reads = 0;
  const db = new Proxy(app.ctx.db, {
    get: (of, name: keyof Db) =>
      name === 'read'
        ? (...given: Parameters<Db['read']>) => {
            reads++;
            return of.read(...given);
          }
        : of[name],
  });
  /** One read tells whether the queries are still the same, a second one reads them. */
  const isKept = async (accountId = '') => {
    reads = 0;
    await known.of({ db }, { accountId, dataType, days: [] });
    return reads === 1;
  };
  assert.deepEqual(
    [await isKept(two), await isKept(two), await isKept(one), await isKept(two)],
    [false, true, false, true],
  );
  // Removes the account `one`, which was used before the account `two`, and then that as well.
  assert.deepEqual([await isKept(alsoTwo), await isKept(two), await isKept(one)], [false, false, false]);
  // More than the limit: kept until another one is used.
  assert.deepEqual(
    [await isKept(four), await isKept(four), await isKept(one), await isKept(four)],
    [false, true, false, false],
  );
});
