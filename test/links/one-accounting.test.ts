import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SourceType } from '@daybook/connector-kit';
import { createSandboxConnector } from '@daybook/connector-sandbox';
import { startSandbox } from '@daybook/sandbox';
import { sourceTypes } from '../../src/companies/wire.ts';
import { registryOf } from '../../src/connectors/registry.ts';
import { useApp } from '../harness.ts';

const sandbox = await startSandbox();
const connector = createSandboxConnector({ baseUrl: sandbox.url });
/** The first and the second platform of a source type. */
const keyOf = (sourceType: SourceType, number: 1 | 2) => `${sourceType.toLowerCase()}-${number}`;
const platforms = sourceTypes.flatMap((sourceType) =>
  ([1, 2] as const).map((number) => {
    const key = keyOf(sourceType, number);
    return { ...connector, platform: { ...connector.platform, key, name: key, sourceType } };
  }),
);
// Only the API role, so that no sync runs.
const app = useApp({ registry: registryOf(platforms), config: { role: 'api' } });
after(() => sandbox.stop());

const credentials = { company: 'both-100', secret: 'sandbox-both-100' };

for (const sourceType of sourceTypes) {
  const expected = sourceType === 'Accounting' ? 409 : 200;
  const claim = expected === 409 ? 'is rejected' : 'is linked';
  test(`a second platform of the type ${sourceType} ${claim}, through the API and on the link page`, async () => {
    const account = await app.account();
    const newCompany = async () => (await account.send('POST /companies', { body: { name: sourceType } })).body;

    const { companyId } = await newCompany();
    const link = async (platformKey: string) => {
      const path = `/companies/${companyId}/connections`;
      const { connectionId } = (await account.send(`POST ${path}`, { body: { platformKey } })).body;
      return (await account.send(`PUT ${path}/${connectionId}/authorization`, { body: { credentials } })).status;
    };
    assert.deepEqual([await link(keyOf(sourceType, 1)), await link(keyOf(sourceType, 2))], [200, expected]);

    const token = (await newCompany()).redirect.split('/').at(-1);
    const linkOnPage = async (platformKey: string) =>
      (await app.send(`POST /links/${token}/connections`, { body: { platformKey, credentials } })).status;
    assert.deepEqual([await linkOnPage(keyOf(sourceType, 1)), await linkOnPage(keyOf(sourceType, 2))], [200, expected]);
  });
}
