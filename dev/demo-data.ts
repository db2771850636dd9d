import { createAccount } from '../src/accounts/create-account.ts';
import { createApiKey } from '../src/accounts/create-api-key.ts';
import { commandLine } from '../src/audit/write-audit.ts';
import type { Clock } from '../src/base/clock.ts';
import { createCompany } from '../src/companies/create-company.ts';
import type { Db } from '../src/db/db.ts';
import type { Emit } from '../src/events/emit.ts';
import { type Principal, scopes } from '../src/http/access/principal.ts';
import { createPerson } from '../src/people/team/create-person.ts';

const names = [
  'Aldine Books',
  'Birch & Sons',
  'Café Löwe',
  'Delta Freight',
  'Elm Street Dental',
  'Foss Marine',
  'Gault Timber',
  'Høyer Design',
  'Ivory Coast Cocoa',
  'Juniper Labs',
  'Kestrel Air',
  'Lumen Electric',
];
const kinds = ['Ltd', 'GmbH', 'Inc.'];
const regions = ['EU', 'UK', 'US'];

/** Creates an account with a key and three dozen companies, with the same functions that the API uses. */
export async function makeDemoData(ctx: {
  db: Db;
  clock: Clock;
  cell: string;
  emit: Emit;
}): Promise<{ key: string; accountId: string }> {
  const { accountId } = await createAccount(ctx, { name: 'Demo', plan: 'paid' });
  const { secret, apiKeyId } = await ctx.db.transaction(accountId, (tx) => createApiKey(ctx, tx, { name: 'demo' }));
  const principal: Principal = {
    accountId,
    apiKeyId,
    person: null,
    keyName: 'demo',
    scopes,
    companyTags: null,
    plan: 'paid',
    accountCreatedMs: ctx.clock.nowMs(),
    requestsPerMinute: null,
  };
  for (const [i, kind] of kinds.entries()) {
    for (const [j, name] of names.entries()) {
      const tags = { region: regions[(i + j) % regions.length] ?? 'EU', tier: j % 4 === 0 ? 'gold' : 'standard' };
      const description = j % 3 === 0 ? { description: `Customer since ${2015 + i}` } : {};
      await ctx.db.transaction(accountId, (tx) =>
        createCompany(ctx, tx, { principal, company: { name: `${name} ${kind}`, tags, ...description } }),
      );
    }
  }
  return { key: secret, accountId };
}

export const demoEmail = 'demo@daybook.test';

/** Creates a person who can see the whole portal: administrator of the demo account, and operator. */
export async function makeDemoPerson(
  ctx: { db: Db; clock: Clock },
  { accountId, password }: { accountId: string; password: string },
): Promise<void> {
  const member = { accountId, role: 'administrator' as const };
  await createPerson(ctx, { email: demoEmail, name: 'Demo', password, isOperator: true, member, by: commandLine });
}
