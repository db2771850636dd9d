import type { NewEvent } from '../../src/events/emit.ts';
import type { TestAccount, TestApp } from '../harness.ts';

/** A rule made as a client makes it; its id. */
export async function makeRule(
  account: TestAccount,
  rule: { type?: string; companyId?: string; webhook?: string; emails?: string[] },
): Promise<string> {
  const { type = 'company.created', companyId, webhook, emails } = rule;
  const notifiers = { ...(webhook && { webhook }), ...(emails && { emails }) };
  const { status, body, text } = await account.send('POST /rules', {
    body: { type, ...(companyId && { companyId }), notifiers },
  });
  if (status !== 201) throw new Error(`The rule was refused: ${text}`);
  return body.ruleId;
}

/** Before any rule is there, its creation raises no alert. */
export async function makeCompany(account: TestAccount): Promise<string> {
  const { body } = await account.send('POST /companies', { body: { name: 'a' } });
  return body.companyId;
}

export async function emit(app: TestApp, accountId: string, ...events: NewEvent[]): Promise<void> {
  await app.ctx.db.transaction(accountId, (tx) => app.ctx.emit(tx, events));
}

export function companyCreated(companyId: string, name = 'Bakery'): NewEvent {
  return { type: 'company.created', companyId, message: `The company ${name} was created.`, data: { name } };
}

/** What the table holds of the account's deliveries, in order. */
export async function deliveriesOf(app: TestApp, accountId: string) {
  return app.ctx.db.system
    .selectFrom('alert_delivery')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('alert_id')
    .orderBy('notifier')
    .execute();
}
