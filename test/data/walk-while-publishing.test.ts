import assert from 'node:assert/strict';
import { after, afterEach, test } from 'node:test';
import { startSandbox } from '@daybook/sandbox';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { type TestAccount, useApp } from '../harness.ts';
import { linkCompany, type SyncedCompany } from '../sync/synced-company.ts';

/** Paging by links while real syncs from a real sandbox publish new generations. */
const sandbox = await startSandbox();
const app = useApp({ config: { sandboxUrl: sandbox.url } });
const control = controlSandbox(sandbox.url);
after(() => sandbox.stop());
afterEach(() => control.clearFaults());

type Listed = { id: string; modifiedDate: string; metadata: { isDeleted: boolean } };
type Page = {
  results: Listed[];
  pageNumber: number;
  totalResults: number;
  _links: Record<'next' | 'previous', { href: string } | undefined>;
};

const pageSize = 60;

async function get(account: TestAccount, target: string): Promise<Page> {
  const answer = await account.send(`GET ${target}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Follows the links from a page to the end; `between` runs after each page. */
async function walk(
  account: TestAccount,
  start: Page,
  direction: 'next' | 'previous',
  between: (page: Page) => Promise<void>,
): Promise<Page[]> {
  const pages = [start];
  for (let link = start._links[direction]; link; link = pages.at(-1)?._links[direction]) {
    assert.ok(pages.length < 100, 'the links never end');
    await between(pages.at(-1) as Page);
    pages.push(await get(account, link.href));
  }
  return pages;
}

/** Three syncs: one with changes, one where records disappear, and one where they return with further changes. */
function syncsOf(company: SyncedCompany, name: string): (() => Promise<void>)[] {
  const complete = async (parameters: string) => {
    const done = await company.sync('invoices', parameters);
    assert.equal(done.status, 'Complete', JSON.stringify(done));
  };
  const change = () => control.change(name, { type: 'invoices', update: 150, create: 40, delete: 30 });
  return [
    async () => {
      await change();
      await complete('');
    },
    async () => {
      await control.fault({ match: { company: name }, fault: { kind: 'vanish', share: 0.2 } });
      await complete('?full=true');
    },
    async () => {
      await control.clearFaults();
      await change();
      await complete('?full=true');
    },
  ];
}

for (const [form, search] of [
  ['in the order of ids', ''],
  ['in the order of issue dates, newest first', '&orderBy=-issueDate'],
  ['in an order that no index has', '&orderBy=customerRef.companyName,-dueDate'],
  ['with a filter', `&query=${encodeURIComponent('status=Paid')}`],
  [
    'with a filter on what syncs change, ordered',
    `&orderBy=totalAmount&query=${encodeURIComponent('totalAmount>500')}`,
  ],
] as const) {
  test(`R-PAGE-22: paging ${form} returns every record of its state once, forwards and backwards, while three syncs publish each way`, async () => {
    const account = await app.account();
    const name = `walk${search.length}-900`;
    const company = await linkCompany(account, name);
    assert.equal((await company.sync('invoices')).status, 'Complete');
    const list = `${company.path}/data/invoices`;
    const readNow = () => get(account, `${list}?pageSize=5000${search}`);
    const snapshot = await readNow();
    assert.ok(snapshot.results.length > 3 * pageSize, `${snapshot.results.length}`);

    const syncs = [...syncsOf(company, name), ...syncsOf(company, name)];
    let changedAhead = 0;
    /** Publishes after each of the first three pages, and counts the changes in records that are still to be read. */
    const publishUnder = (toCome: (page: Page) => Listed[]) => {
      let published = 0;
      return async (page: Page) => {
        const sync = published++ < 3 ? syncs.shift() : undefined;
        if (!sync) return;
        const before = await readNow();
        await sync();
        const now = await readNow();
        assert.notDeepEqual(now, before, 'the newest state has changed');
        const present = new Map(now.results.map((one) => [one.id, one.modifiedDate]));
        const changed = toCome(page).filter((one) => present.get(one.id) !== one.modifiedDate);
        assert.ok(changed.length > 0, 'some of the records still to be read have changed');
        changedAhead += changed.length;
      };
    };

    const first = await get(account, `${list}?pageSize=${pageSize}${search}`);
    const forwards = await walk(
      account,
      first,
      'next',
      publishUnder((page) => snapshot.results.slice(page.pageNumber * pageSize)),
    );
    assert.equal(syncs.length, 3, 'three syncs published');
    const last = forwards.at(-1) as Page;
    const backwards = await walk(
      account,
      last,
      'previous',
      publishUnder((page) => snapshot.results.slice(0, (page.pageNumber - 1) * pageSize)),
    );
    assert.equal(syncs.length, 0, 'three more syncs published');

    for (const pages of [forwards, backwards.toReversed()]) {
      assert.deepEqual(
        pages.flatMap((page) => page.results),
        snapshot.results,
        'every record of the state once, in order and unchanged',
      );
      assert.deepEqual([...new Set(pages.map((page) => page.totalResults))], [snapshot.totalResults]);
    }
    assert.ok(changedAhead > 100, `${changedAhead} records changed before they were read`);
    assert.notEqual(
      (await get(account, list)).totalResults,
      (await get(account, first._links.next?.href ?? '')).totalResults,
    );
  });
}
