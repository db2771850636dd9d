import assert from 'node:assert/strict';
import type { TestAccount } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

/** A company that is linked to a sandbox, with functions for its syncs. */
export type SyncedCompany = {
  companyId: string;
  connectionId: string;
  /** `/companies/{companyId}`. */
  path: string;
  request(dataType: string, parameters?: string): Promise<SyncBody>;
  read(syncId: string): Promise<SyncBody>;
  /** Waits until the sync has ended or is `Waiting`. */
  settled(syncId: string): Promise<SyncBody>;
  /** Requests a sync and waits until it has settled. */
  sync(dataType: string, parameters?: string): Promise<SyncBody>;
};

// biome-ignore lint/suspicious/noExplicitAny: a response's body is whatever the server sent.
export type SyncBody = any;

/** Links a company whose settings start no syncs automatically. */
export async function linkCompany(
  account: TestAccount,
  company: string,
  platformKey = 'sandbox',
): Promise<SyncedCompany> {
  const { companyId } = (await account.send('POST /companies', { body: { name: company } })).body;
  const path = `/companies/${companyId}`;
  await fetchNothing(account, path);
  const made = await account.send(`POST ${path}/connections`, { body: { platformKey } });
  const { connectionId } = made.body;
  const credentials = { company, secret: `sandbox-${company}` };
  const linked = await account.send(`PUT ${path}/connections/${connectionId}/authorization`, { body: { credentials } });
  assert.equal(linked.status, 200, linked.text);

  const read = async (syncId: string) => (await account.send(`GET ${path}/data/history/${syncId}`)).body;
  async function request(dataType: string, parameters = '') {
    const answer = await account.send(`POST ${path}/data/queue/${dataType}${parameters}`);
    assert.equal(answer.status, 202, answer.text);
    return answer.body;
  }
  async function settled(syncId: string) {
    let last: SyncBody;
    await waitFor(async () => {
      last = await read(syncId);
      return last.status === 'Waiting' || last.completed !== undefined;
    }, 60_000);
    return last;
  }
  return {
    companyId,
    connectionId,
    path,
    request,
    read,
    settled,
    sync: async (dataType, parameters) => settled((await request(dataType, parameters)).syncId),
  };
}

export async function fetchNothing(account: TestAccount, path: string): Promise<void> {
  const { settings } = (await account.send(`GET ${path}/syncSettings`)).body;
  const quiet = settings.map((setting: object) => ({ ...setting, fetchOnFirstLink: false, schedule: 'none' }));
  const answer = await account.send(`PUT ${path}/syncSettings`, { body: { settings: quiet } });
  assert.equal(answer.status, 200, answer.text);
}
