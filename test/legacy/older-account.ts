import type { CompiledQuery } from 'kysely';
import type { Tx } from '../../src/db/db.ts';
import type { NewEvent } from '../../src/events/event-types.ts';
import type { TestAccount, TestApp } from '../harness.ts';

/** Creates a rule through the API and returns its id. */
export async function makeRule(
  account: TestAccount,
  rule: { type?: string; companyId?: string; webhook?: string; emails?: string[] },
): Promise<string> {
  const { type = 'company.created', companyId, webhook, emails } = rule;
  const notifiers = { ...(webhook && { webhook }), ...(emails && { emails }) };
  const { status, body, text } = await account.send('POST /rules', {
    body: { type, ...(companyId && { companyId }), notifiers },
  });
  if (status !== 201) throw new Error(`The rule was rejected: ${text}`);
  return body.ruleId;
}

/** If called before any rule exists, creating the company raises no alert. */
export async function makeCompany(account: TestAccount): Promise<string> {
  const { body } = await account.send('POST /companies', { body: { name: 'a' } });
  return body.companyId;
}

export async function emit(app: TestApp, accountId: string, ...events: NewEvent[]): Promise<void> {
  await app.ctx.db.transaction(accountId, (tx) => app.ctx.emit(tx, events));
}

/** Stores the events at once instead of together with the commit, so that later statements see them. */
export async function emitNow(app: TestApp, tx: Tx, ...events: NewEvent[]): Promise<void> {
  const statements: CompiledQuery[] = [];
  const { atCommit } = tx;
  tx.atCommit = (statement) => void statements.push(statement);
  await app.ctx.emit(tx, events);
  tx.atCommit = atCommit;
  for (const statement of statements) await tx.executeQuery(statement);
}

export function companyCreated(companyId: string, name = 'Bakery'): NewEvent {
  return { type: 'company.created', companyId, message: `The company ${name} was created.`, data: { name } };
}

/** The account's rows of `alert_delivery`, in order. */
export async function deliveriesOf(app: TestApp, accountId: string) {
  return app.ctx.db.system
    .selectFrom('alert_delivery')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('alert_id')
    .orderBy('notifier')
    .execute();
}
