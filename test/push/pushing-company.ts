import assert from 'node:assert/strict';
import type { TestAccount } from '../harness.ts';
import { linkCompany, type SyncedCompany } from '../sync/synced-company.ts';
import { waitFor } from '../wait-for.ts';
import { findReferences, type References } from './records.ts';

/** A company that is linked to a sandbox and has synced the records that pushes refer to. */
export type PushingCompany = SyncedCompany & {
  account: TestAccount;
  references: References;
  /** Sends `POST …/push/{dataType}` or another operation, and expects 200. */
  push(dataType: string, body?: object, options?: PushOptions): Promise<PushBody>;
  readPush(pushId: string): Promise<PushBody>;
  /** Waits until the push is no longer pending. */
  ended(pushId: string): Promise<PushBody>;
};
type PushOptions = {
  id?: string;
  method?: 'POST' | 'PUT' | 'DELETE';
  query?: string;
  headers?: Record<string, string>;
};

// biome-ignore lint/suspicious/noExplicitAny: a response's body is whatever the server sent.
export type PushBody = any;

const needed = ['accounts', 'taxRates', 'customers', 'suppliers', 'items'];

export async function linkPushing(
  account: TestAccount,
  name: string,
  more: readonly string[] = ['invoices'],
): Promise<PushingCompany> {
  const company = await linkCompany(account, name);
  for (const dataType of [...needed, ...more]) {
    const sync = await company.sync(dataType);
    assert.equal(sync.status, 'Complete', JSON.stringify(sync));
  }
  const readPush = async (pushId: string) => (await account.send(`GET ${company.path}/push/${pushId}`)).body;
  return {
    ...company,
    account,
    references: await findReferences(account, company),
    async push(dataType, body, { id, method = 'POST', query = '', headers = {} } = {}) {
      const path = `${pushPath(company, dataType)}${id === undefined ? '' : `/${encodeURIComponent(id)}`}${query}`;
      const answer = await account.send(`${method} ${path}`, { headers, ...(body && { body }) });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    readPush,
    async ended(pushId) {
      let last: PushBody;
      await waitFor(async () => {
        last = await readPush(pushId);
        return last.status !== 'Pending';
      }, 30_000);
      return last;
    },
  };
}

export const pushPath = ({ path, connectionId }: { path: string; connectionId: string }, dataType: string) =>
  `${path}/connections/${connectionId}/push/${dataType}`;
