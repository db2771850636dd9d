import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { AuthRejected, PermissionDenied } from '@daybook/connector-kit';
import { settableClock } from '../../src/base/clock.ts';
import { registryOf } from '../../src/connectors/registry.ts';
import { createClient } from '../client.ts';
import { oauthPlatform } from '../connections/oauth-platform.ts';
import { authorize, begin, redirectUri, tokenRow } from '../connections/oauth-stage.ts';
import { startAuthorizationServer } from '../contract-servers/authorization-server.ts';
import { startOn, type TestAccount, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

/**
 * A platform sends notifications during syncs. The clock stands still, so no schedule can make up for a missed change.
 */
const server = await startAuthorizationServer({ redirectUri });
after(() => server.stop());
const clock = settableClock(new Date());
const notificationKey = 'ring-key';

/** The data on the platform. A sync reads it, then waits for `hold` before it continues. */
const books = { name: 'first', reads: 0, hold: Promise.resolve(), failure: undefined as Error | undefined };
const ledger = oauthPlatform(server.issuer);
const platform: typeof ledger = {
  ...ledger,
  readsWhole: true,
  notifications: {
    signatureHeader: 'x-xero-signature',
    read: (body) => [{ tenant: (body as { tenant: string }).tenant, dataTypes: ['info'] }],
  },
  pull: {
    async *info() {
      const { name, failure } = books;
      books.reads++;
      await books.hold;
      if (failure) throw failure;
      yield {
        records: [{ id: '1', record: () => ({ companyName: name }), hash: name }],
        resumeAt: null,
        cursor: 'none',
      };
    },
  },
};
const registry = registryOf([platform]);
const app = useApp({ clock, registry });

function holdReading(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  books.hold = promise;
  return resolve;
}

async function ringingCompany() {
  Object.assign(books, { hold: Promise.resolve(), failure: undefined });
  const application = { ...server.client, notificationKey };
  const begun = await begin(app, { platformKey: 'ledger', application });
  assert.equal((await authorize(app, begun)).status, 302);
  const { account, companyId, connectionId } = begun;
  const { tenant } = (await tokenRow(app, begun)) ?? assert.fail();
  const company = {
    account,
    companyId,
    syncs: async (): Promise<{ syncId: string; status: string; trigger: string }[]> =>
      (await account.send(`GET /companies/${companyId}/data/history?orderBy=requested`)).body.results,
    name: async () => (await account.send(`GET /companies/${companyId}/data/info`)).body.results?.[0]?.companyName,
    /** Waits until no sync is running; returns the states of all syncs in order. */
    async settled() {
      await waitFor(async () => (await company.syncs()).every(({ status }) => !isUnderWay(status)), 60_000);
      return (await company.syncs()).map(({ status }) => status);
    },
    async request(): Promise<string> {
      return (await account.send(`POST /companies/${companyId}/data/queue/info`)).body.syncId;
    },
    /** Requests a sync and holds it after it has read the data. */
    async running() {
      const before = books.reads;
      const release = holdReading();
      const syncId = await company.request();
      await waitFor(async () => books.reads > before);
      return { syncId, release };
    },
    notify: (url = app.url) => notify({ account, tenant, url }),
    connection: async () => (await account.send(`GET /companies/${companyId}/connections/${connectionId}`)).body.status,
  };
  assert.deepEqual(await company.settled(), ['Complete']);
  return company;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isUnderWay = (status: string) => ['Queued', 'Fetching', 'Waiting', 'Publishing'].includes(status);

async function notify({ account, tenant, url }: { account: TestAccount; tenant: string; url: string }): Promise<void> {
  const body = JSON.stringify({ tenant });
  const signature = createHmac('sha256', notificationKey).update(body).digest('base64');
  const answer = await createClient(url)(`POST /providers/ledger/notifications/${account.accountId}`, {
    headers: { 'x-xero-signature': signature },
    body,
  });
  assert.equal(answer.status, 200);
}
const lastWake = () => {
  const line = app.logLines.findLast(({ msg }) => msg === 'platform notification received');
  return { queued: line?.queued, kept: line?.kept };
};

test('a notification during a running sync is kept: another sync follows and fetches the change that the first missed', async () => {
  const company = await ringingCompany();
  const { release } = await company.running();
  books.name = 'changed meanwhile';
  await company.notify();
  assert.deepEqual(lastWake(), { queued: 0, kept: 1 });
  assert.equal((await company.syncs()).length, 2, 'no new sync before the running one has ended');
  release();
  assert.deepEqual(await company.settled(), ['Complete', 'Complete', 'Complete']);
  assert.equal(await company.name(), 'changed meanwhile');
  assert.equal((await company.syncs()).at(-1)?.trigger, 'schedule');
});

test('three notifications during one sync cause one more sync, and notifications during that one cause another', async () => {
  const company = await ringingCompany();
  const { release } = await company.running();
  for (const _ of [1, 2, 3]) await company.notify();
  const before = books.reads;
  const releaseNext = holdReading();
  release();
  await waitFor(async () => books.reads > before);
  books.name = 'changed again';
  await Promise.all([company.notify(), company.notify(), company.notify()]);
  releaseNext();
  assert.deepEqual(await company.settled(), Array(4).fill('Complete'));
  assert.equal(await company.name(), 'changed again');
  await wait(1000);
  assert.equal((await company.syncs()).length, 4, 'no further sync follows');
});

test('a notification for a sync that is still queued requests no other: the queued one fetches the change', async () => {
  const company = await ringingCompany();
  await app.ctx.jobs.pause();
  await company.request();
  books.name = 'changed while it was queued';
  await company.notify();
  assert.deepEqual(lastWake(), { queued: 0, kept: 0 });
  await app.ctx.jobs.resume();
  assert.deepEqual(await company.settled(), ['Complete', 'Complete']);
  assert.equal(await company.name(), 'changed while it was queued');
});

test('a notification while no sync is running starts one at once', async () => {
  const company = await ringingCompany();
  books.name = 'changed in quiet times';
  await company.notify();
  assert.deepEqual(lastWake(), { queued: 1, kept: 0 });
  assert.deepEqual(await company.settled(), ['Complete', 'Complete']);
  assert.equal(await company.name(), 'changed in quiet times');
});

test('after a notification, another sync also follows a failed one, but not one that was cancelled or lost its authorization', async () => {
  const failing = await ringingCompany();
  books.failure = new PermissionDenied('Not these books.');
  const failed = await failing.running();
  books.failure = undefined;
  await failing.notify();
  failed.release();
  assert.deepEqual(await failing.settled(), ['Complete', 'PermissionsError', 'Complete']);

  const cancelling = await ringingCompany();
  const { syncId, release } = await cancelling.running();
  await cancelling.notify();
  const path = `/companies/${cancelling.companyId}/data/history/${syncId}/cancel`;
  assert.equal((await cancelling.account.send(`POST ${path}`)).status, 200);
  release();
  assert.deepEqual(await cancelling.settled(), ['Complete', 'Cancelled']);
  await cancelling.request();
  assert.deepEqual(await cancelling.settled(), ['Complete', 'Cancelled', 'Complete'], 'the notification is used up');

  const refused = await ringingCompany();
  books.failure = new AuthRejected('Out.');
  const last = await refused.running();
  await refused.notify();
  last.release();
  assert.deepEqual(await refused.settled(), ['Complete', 'AuthError']);
  assert.equal(await refused.connection(), 'Deauthorized');
  await refused.notify();
  assert.deepEqual(lastWake(), { queued: 0, kept: 0 });
});

test("a notification is kept even if the receiving process's clock is an hour behind the worker's", async (t) => {
  const behind = settableClock(new Date(clock.nowMs() - 3600_000));
  const other = await startOn(app.databaseUrl, { clock: behind, registry, config: { role: 'api' } });
  t.after(() => other.stop());
  const company = await ringingCompany();
  const { release } = await company.running();
  books.name = 'changed an hour ago';
  await company.notify(other.app.url);
  release();
  assert.deepEqual(await company.settled(), ['Complete', 'Complete', 'Complete']);
  assert.equal(await company.name(), 'changed an hour ago');
});

test('a sync cannot end while a notification is being stored: it waits, and then sees the notification', async () => {
  const company = await ringingCompany();
  const { release } = await company.running();
  books.name = 'changed at the very end';
  const holder = await app.ctx.db.pool.connect();
  await holder.query('begin');
  await holder.query('select from data_set where company_id = $1 for update', [company.companyId]);
  const notifying = company.notify();
  await waitFor(async () => {
    const { rows } = await app.ctx.db.pool.query(`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'update "data_set"%'`);
    return rows.length > 0;
  });
  release();
  // Enough time for the sync to end if no lock held it back.
  await wait(500);
  await holder.query('rollback');
  holder.release();
  await notifying;
  assert.deepEqual(await company.settled(), ['Complete', 'Complete', 'Complete']);
  assert.equal(await company.name(), 'changed at the very end');
});

test('however notifications and ends of syncs coincide, the last change is fetched, and then no further sync runs', async () => {
  const company = await ringingCompany();
  for (let round = 0; round < 25; round++) {
    for (let change = 0; change < 4; change++) {
      books.name = `round ${round}, change ${change}`;
      await company.notify();
      await wait(Math.random() * 40);
    }
    await waitFor(async () => (await company.name()) === books.name, 60_000);
  }
  await company.settled();
  const { reads } = books;
  await wait(1000);
  assert.equal(books.reads, reads);
});
