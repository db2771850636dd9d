import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { say } from '../../../bench/report.ts';
import { type Cell, startCell } from '../../../bench/start-cell.ts';
import { freePort } from '../../../dev/embedded-postgres.ts';
import { createAccount } from '../../../src/accounts/create-account.ts';
import { newId } from '../../../src/base/ids.ts';
import { declareRuleIdUnused } from '../../../src/webhook-migration/declare-readiness.ts';
import { startServerProcess } from '../../start-server-process.ts';
import { endChild, envOf, type Kept, keep, secretKeys } from '../deliveries/open-stage.ts';
import type { Noted } from './receiver.ts';
import { createSwitcher, type Switcher } from './switcher.ts';

/** Accounts with rules, and in their own processes: workers, the switchers that apply and roll back, the receiver. */
export type Stage = {
  cell: Cell;
  accounts: Account[];
  workers: Kept[];
  switchers: Switcher[];
  noted(): Promise<Noted[]>;
  close(): Promise<void>;
};
export type Account = { accountId: string; number: number; companyId: string };

const root = join(import.meta.dirname, '../../..');

export async function openStage(size: { accounts: number; workers: number }): Promise<Stage> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step().catch((error) => say(`closing: ${error}`));
  };
  try {
    const cell = await startCell();
    undo.push(() => cell.stop());
    const port = await freePort();
    const receiver = spawn(process.execPath, ['test/chaos/migrations/receiver.ts'], {
      cwd: root,
      env: { PATH: process.env.PATH, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    undo.push(() => endChild(receiver));
    const accounts: Account[] = [];
    for (let number = 0; number < size.accounts; number++) accounts.push(await makeAccount(cell, { number, port }));
    const stage: Stage = {
      cell,
      accounts,
      workers: [],
      switchers: accounts.map(() => createSwitcher({ root, databaseUrl: cell.databaseUrl })),
      noted: async () => (await fetch(`http://127.0.0.1:${port}/log`)).json() as Promise<Noted[]>,
      close,
    };
    for (const switcher of stage.switchers) undo.push(() => switcher.stop());
    const serve = async () =>
      startServerProcess({
        databaseUrl: cell.databaseUrl,
        port: await freePort(),
        secretKeys,
        env: envOf('worker'),
      });
    for (let n = 0; n < size.workers; n++) {
      const worker = keep(serve, { whenUp: async () => {} });
      stage.workers.push(worker);
      undo.push(() => worker.stop());
    }
    return stage;
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Two rules with one URL, agnostic and company-specific, that never match the same event; and one for a company alone.
 */
async function makeAccount(cell: Cell, of: { number: number; port: number }): Promise<Account> {
  const { base } = cell;
  const { number, port } = of;
  const { accountId } = await createAccount(base, { name: `chaos ${number}`, plan: 'paid', webhooks: 'older' });
  const [companyId, at] = [newId(base.clock), base.clock.now()];
  await base.db.system
    .insertInto('company')
    .values({
      account_id: accountId,
      company_id: companyId,
      name: 'chaos',
      description: null,
      tags: '{}',
      created_at: at,
      created_by: null,
      last_sync_at: null,
      deleted_at: null,
    })
    .execute();
  const rules = [
    { type: 'company.created', company: null, target: `all${number}` },
    { type: 'company.synced', company: companyId, target: `all${number}` },
    { type: 'company.created', company: companyId, target: `one${number}` },
  ];
  await base.db.system
    .insertInto('rule')
    .values(
      rules.map(({ type, company, target }) => ({
        account_id: accountId,
        rule_id: newId(base.clock),
        rule_type: type,
        company_id: company,
        webhook_url: `http://127.0.0.1:${port}/c/${target}`,
        emails: [],
        created_at: at,
        changed_at: at,
      })),
    )
    .execute();
  await base.db.transaction(accountId, (tx) => declareRuleIdUnused(base, tx, { by: 'chaos', source: 'client' }));
  return { accountId, number, companyId };
}
