import type { TestApp } from '../harness.ts';

/** An event, read from the body of its message. */
export type ToldEvent = {
  type: string;
  companyId: string | null;
  connectionId: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: what an event holds depends on its type.
  data: any;
};

/** The events of an account in the order of the log. Fails if a row and its body differ. */
export async function readEvents(app: TestApp, accountId: string, prefix = ''): Promise<ToldEvent[]> {
  const rows = await app.ctx.db.system
    .selectFrom('message')
    .select(['event_type', 'company_id', 'connection_id', 'body'])
    .where('account_id', '=', accountId)
    .orderBy('message_id')
    .execute();
  return rows
    .map((row) => {
      const body = JSON.parse(row.body);
      const isSame =
        body.RuleType === row.event_type &&
        (body.CompanyId ?? null) === row.company_id &&
        (body.DataConnectionId ?? null) === row.connection_id;
      if (!isSame) throw new Error(`A message and its body differ: ${JSON.stringify(row)}`);
      return { type: row.event_type, companyId: row.company_id, connectionId: row.connection_id, data: body.Data };
    })
    .filter((event) => event.type.startsWith(prefix));
}
