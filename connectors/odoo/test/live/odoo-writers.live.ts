import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { plainHttp, pullAll } from '@daybook/connector-kit/conformance';
import { useApp } from '../../../../test/harness.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { type LinkedCompany, linkCompany } from '../../../../test/providers/linked-company.ts';
import { createOdooConnector } from '../../src/odoo-connector.ts';
import { compareInvoices, differences } from './odoo-invoices.ts';
import { inDatabase, newBooks, type OdooPlace, seed } from './odoo-server.ts';

/**
 * Several processes change invoices in Odoo while Daybook syncs. Each round of their work begins after a long
 * transaction has begun, and that of the round before ends in it: so several of them are open while others commit.
 */
const [writers, rounds, steps] = isQuick ? [2, 2, 8] : [4, 5, 15];
const inOneTransaction = isQuick ? 5 : 20;
const invoicesBefore = isQuick ? 0 : 5000;
const app = useApp({ config: { selfHostedPlatforms: ['odoo'], providerAllowedAddresses: ['127.0.0.0/8'] } });
const run = promisify(execFile);
const script = fileURLToPath(new URL('odoo-writer.ts', import.meta.url));

let place: OdooPlace;
let company: LinkedCompany;
before(async () => {
  place = await newBooks(50);
  if (invoicesBefore > 0) await seed(place.database, 'bulk', '--count', String(invoicesBefore)).done;
  // Long before the passes, whose overlap would contain all of them otherwise.
  for (const table of ['account_move', 'account_move_line'])
    await inDatabase(place.database, `update ${table} set write_date = write_date - interval '1 hour'`);
  company = await linkCompany(await app.account(), { platformKey: 'odoo', credentials: place });
  assert.equal((await company.sync('invoices')).status, 'Complete');
});

/**
 * The same connector, but each pass begins where the one before ended. It shows that the test can see what the overlap
 * is for: the invoices of the long transactions have older times than some that were committed before them.
 */
function startWithoutOverlap() {
  const connector = createOdooConnector({ overlapMs: 0 });
  const http = plainHttp({ timeoutMs: 60_000 });
  const seen = new Set<string>();
  let cursor: string | undefined;
  return {
    async pass() {
      const from = cursor === undefined ? {} : { cursor };
      const pages = await pullAll(connector, { http, credentials: place }, 'invoices', from);
      for (const { id } of pages.flatMap(({ records }) => records)) seen.add(id);
      cursor = pages.at(-1)?.cursor;
    },
    has: (id: string) => seen.has(id),
  };
}

async function write(round: number): Promise<Record<string, number>[]> {
  const one = async (writer: number) => {
    const { stdout } = await run(process.execPath, [script, JSON.stringify({ place, writer, round, steps })]);
    return JSON.parse(stdout) as Record<string, number>;
  };
  return Promise.all(Array.from({ length: writers }, (_, writer) => one(writer)));
}

test(`${writers} processes create, edit, post and delete invoices while syncs run and ${rounds} transactions last long, and nothing is missed`, async () => {
  const withoutOverlap = startWithoutOverlap();
  await withoutOverlap.pass();
  let isWriting = true;
  let syncs = 0;
  const syncing = (async () => {
    for (; isWriting; syncs++) {
      assert.equal((await company.sync('invoices')).status, 'Complete');
      await withoutOverlap.pass();
    }
  })();
  const told: Record<string, number>[] = [];
  const slow: ReturnType<typeof seed>[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const next = seed(place.database, 'slow', '--count', String(inOneTransaction));
      slow.push(next);
      await next.begun;
      const writing = write(round);
      slow.at(-2)?.finish();
      told.push(...(await writing));
    }
  } finally {
    for (const one of slow) one.finish();
    await Promise.all(slow.map(({ done }) => done));
    isWriting = false;
    await syncing;
  }
  const count = (name: string) => told.reduce((all, one) => all + (one[name] ?? 0), 0);

  await Promise.all([company.sync('invoices'), withoutOverlap.pass()]);
  const incremental = await differences(company, place.database);
  await company.sync('invoices', '?full=true');
  const whole = await differences(company, place.database);
  const { rows } = await inDatabase(
    place.database,
    `select distinct move_id::text as id from account_move_line where name like 'Slow %' and company_id = 1`,
  );
  const missedWithoutOverlap = rows.filter(({ id }) => !withoutOverlap.has(id)).length;
  tell({
    ...{ writers, writersInvoices: invoicesBefore, syncsMeanwhile: syncs, writersCreated: count('created') },
    ...{ writersEdited: count('edited'), writersPosted: count('posted'), writersDeleted: count('deleted') },
    ...{ slowTransactions: slow.length, slowInvoices: rows.length, writersMissedWithoutOverlap: missedWithoutOverlap },
    editsMissed: incremental.missing.length + incremental.different.length,
    deletionsMissed: whole.deletedOnly.length,
  });
  assert.deepEqual([incremental.missing, incremental.different], [[], []]);
  assert.equal(rows.length, rounds * inOneTransaction);
  assert.ok(missedWithoutOverlap > 0, 'without the overlap, the same connector misses what was committed late');
  // Deleted drafts leave no trace, so only the full pass finds them.
  assert.ok(count('deleted') >= writers && syncs >= 1);
  assert.ok((await compareInvoices(company, place.database)) > invoicesBefore + rounds * inOneTransaction);
});
