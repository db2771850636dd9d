import { runCommand } from '../../src/cli/run-command.ts';
import { declareRuleIdUnused } from '../../src/webhook-migration/declare-readiness.ts';
import { type TestAccount, type TestApp, testSecretKeys } from '../harness.ts';
import { makeCompany, makeRule } from '../legacy/older-account.ts';

/** An account on the older webhooks with rules that send to a receiver; ready to be migrated if `isDeclared`. */
export type Migrating = TestAccount & { companyId: string; otherId: string };

export async function makeMigrating(
  app: TestApp,
  { url, isDeclared = true }: { url: string; isDeclared?: boolean },
): Promise<Migrating> {
  const account = await app.account({ webhooks: 'older' });
  const [companyId, otherId] = [await makeCompany(account), await makeCompany(account)];
  await makeRule(account, { webhook: `${url}/all` });
  await makeRule(account, { webhook: `${url}/one`, companyId });
  if (isDeclared)
    await app.ctx.db.transaction(account.accountId, (tx) =>
      declareRuleIdUnused(app.ctx, tx, { by: 'Ada', source: 'client' }),
    );
  return { ...account, companyId, otherId };
}

/** Runs the operator's migration commands. */
export function operator(app: TestApp) {
  const run = async (...args: string[]): Promise<{ code: number; out: string; err: string }> => {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await runCommand({
      args: ['webhooks', 'migration', ...args],
      env: {
        DAYBOOK_DATABASE_URL: app.databaseUrl,
        DAYBOOK_SECRET_KEYS: testSecretKeys,
        DAYBOOK_WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.0/8',
      },
      print: (text) => out.push(text),
      printError: (text) => err.push(text),
    });
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
  const json = async (...args: string[]) => {
    const { code, out, err } = await run(...args, '--json');
    if (code !== 0) throw new Error(err);
    return JSON.parse(out);
  };
  return { run, json };
}
