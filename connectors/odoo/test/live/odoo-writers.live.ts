import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { useApp } from '../../../../test/harness.ts';
import { isQuick, tell } from '../../../../test/providers/figures.ts';
import { type LinkedCompany, linkCompany } from '../../../../test/providers/linked-company.ts';
import { compareInvoices, differences } from './odoo-invoices.ts';
import { newBooks, type OdooPlace, seed } from './odoo-server.ts';

/** Several processes change invoices in Odoo while Daybook syncs; one of them in a single long transaction. */
const writers = isQuick ? 2 : 4;
const steps = isQuick ? 15 : 60;
const inOneTransaction = isQuick ? 5 : 20;
const app = useApp({ config: { selfHostedPlatforms: ['odoo'], providerAllowedAddresses: ['127.0.0.0/8'] } });
const run = promisify(execFile);
const script = fileURLToPath(new URL('odoo-writer.ts', import.meta.url));

let place: OdooPlace;
let company: LinkedCompany;
before(async () => {
  place = await newBooks(50);
  company = await linkCompany(await app.account(), { platformKey: 'odoo', credentials: place });
  assert.equal((await company.sync('invoices')).status, 'Complete');
});

test(`${writers} processes create, edit, post and delete invoices while syncs run, and nothing is missed`, async () => {
  const slow = seed(place.database, 'slow', '--count', String(inOneTransaction));
  await slow.begun;
  let isWriting = true;
  const writing = Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const { stdout } = await run(process.execPath, [script, JSON.stringify({ place, writer, steps })]);
      return JSON.parse(stdout) as Record<string, number>;
    }),
  ).finally(() => {
    isWriting = false;
    slow.finish();
  });
  let syncs = 0;
  const syncing = (async () => {
    for (; isWriting; syncs++) assert.equal((await company.sync('invoices')).status, 'Complete');
  })();
  const told = await writing;
  await Promise.all([syncing, slow.done]);
  const count = (name: string) => told.reduce((all, one) => all + (one[name] ?? 0), 0);

  await company.sync('invoices');
  const incremental = await differences(company, place.database);
  await company.sync('invoices', '?full=true');
  const whole = await differences(company, place.database);
  tell({
    ...{ writers, syncsMeanwhile: syncs, writersCreated: count('created'), writersEdited: count('edited') },
    ...{ writersPosted: count('posted'), writersDeleted: count('deleted') },
    editsMissed: incremental.missing.length + incremental.different.length,
    deletionsMissed: whole.deletedOnly.length,
  });
  assert.deepEqual([incremental.missing, incremental.different], [[], []]);
  // Deleted drafts leave no trace, so only the full pass finds them.
  assert.ok(count('deleted') >= writers && syncs >= 1);
  assert.ok((await compareInvoices(company, place.database)) > inOneTransaction);
});
