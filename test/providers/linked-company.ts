import assert from 'node:assert/strict';
import { linkByPage } from '../contract-servers/link-by-page.ts';
import type { TestAccount, TestApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer's body is whatever the server sent.
type Body = any;

/** A Daybook company that is linked to a real platform, with the operations of live tests. */
export type LinkedCompany = {
  path: string;
  connectionId: string;
  /** Requests a sync and waits until it has finished. */
  sync(dataType: string, parameters?: string): Promise<Body>;
  /** Every record that is not deleted. */
  records(dataType: string): Promise<Map<string, Body>>;
  /** The changes since `after`, from the change feed. */
  changes(dataType: string, after: string): Promise<{ id: string; change: string }[]>;
  latest(): Promise<string>;
  push(dataType: string, record: object): Promise<Body>;
  readPush(pushId: string): Promise<Body>;
};

export async function linkCompany(
  account: Pick<TestAccount, 'send'>,
  { platformKey, credentials }: { platformKey: string; credentials: object },
): Promise<LinkedCompany> {
  const path = `/companies/${await createQuietCompany(account, platformKey)}`;
  const { connectionId } = (await account.send(`POST ${path}/connections`, { body: { platformKey } })).body;
  const linked = await account.send(`PUT ${path}/connections/${connectionId}/authorization`, { body: { credentials } });
  assert.equal(linked.status, 200, linked.text);
  return companyAt(account, { path, connectionId });
}

/** Links a company by the consent of its owner, for a platform with OAuth. */
export async function linkedByPage(app: TestApp, platformKey: string): Promise<LinkedCompany> {
  const account = await app.account();
  const companyId = await createQuietCompany(account, platformKey);
  const { connectionId } = await linkByPage(app, platformKey, { account, companyId });
  return companyAt(account, { path: `/companies/${companyId}`, connectionId });
}

/** A company whose data types are synced only when a test asks for it. */
async function createQuietCompany(account: Pick<TestAccount, 'send'>, name: string): Promise<string> {
  const { companyId } = (await account.send('POST /companies', { body: { name } })).body;
  const path = `/companies/${companyId}`;
  const { settings } = (await account.send(`GET ${path}/syncSettings`)).body;
  const quiet = settings.map((setting: object) => ({ ...setting, fetchOnFirstLink: false, schedule: 'none' }));
  await account.send(`PUT ${path}/syncSettings`, { body: { settings: quiet } });
  return companyId;
}

function companyAt(
  account: Pick<TestAccount, 'send'>,
  { path, connectionId }: { path: string; connectionId: string },
): LinkedCompany {
  return {
    path,
    connectionId,
    async sync(dataType, parameters = '') {
      const asked = await account.send(`POST ${path}/data/queue/${dataType}${parameters}`);
      assert.equal(asked.status, 202, asked.text);
      let last: Body;
      const isOver = async () => {
        last = (await account.send(`GET ${path}/data/history/${asked.body.syncId}`)).body;
        return last.completed !== undefined;
      };
      await waitFor(isOver, 300_000).catch(() => assert.fail(`The sync does not end: ${JSON.stringify(last)}`));
      return last;
    },
    async records(dataType) {
      const found = new Map<string, Body>();
      let href = `${path}/data/${dataType}?pageSize=500`;
      while (href) {
        const { body, status, text } = await account.send(`GET ${href}`);
        assert.equal(status, 200, text);
        for (const record of body.results) if (!record.metadata.isDeleted) found.set(record.id, record);
        href = body._links.next?.href ?? '';
      }
      return found;
    },
    async changes(dataType, after) {
      const found: { id: string; change: string; dataType: string }[] = [];
      for (let next = after; ; ) {
        const { body } = await account.send(`GET ${path}/changes?after=${encodeURIComponent(next)}`);
        found.push(...body.results);
        if (body.results.length === 0 || body.next === next) break;
        next = body.next;
      }
      return found.filter((change) => change.dataType === dataType).map(({ id, change }) => ({ id, change }));
    },
    latest: async () => (await account.send(`GET ${path}/changes?after=latest`)).body.next,
    async push(dataType, record) {
      const answer = await account.send(`POST ${path}/connections/${connectionId}/push/${dataType}`, { body: record });
      assert.equal(answer.status, 200, answer.text);
      return answer.body;
    },
    readPush: async (pushId) => (await account.send(`GET ${path}/push/${pushId}`)).body,
  };
}
