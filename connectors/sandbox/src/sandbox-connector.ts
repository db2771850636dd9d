import { join } from 'node:path';
import { type Connector, defineConnector, loadTypes, pullsAndPushes } from '@daybook/connector-kit';
import { fail, openSession, readJson } from './request-sandbox.ts';
import type { SandboxShared } from './sandbox-type.ts';

const types = await loadTypes<SandboxShared>(join(import.meta.dirname, 'records'));

/** Connector for the sandbox platform, which runs at `baseUrl`. */
export function createSandboxConnector({
  baseUrl,
  pageSize = 1000,
}: {
  baseUrl: string;
  pageSize?: number;
}): Connector {
  return {
    platform: { key: 'sandbox', name: 'Sandbox', sourceType: 'Accounting' },
    credentialFields: [
      {
        name: 'company',
        label: 'Company',
        secret: false,
        help: 'A name, a hyphen and the number of invoices (100 to 1,000,000), such as acme-5000.',
      },
      { name: 'secret', label: 'Secret', secret: true, help: '"sandbox-" and the company, such as sandbox-acme-5000.' },
    ],
    hostFrom: 'operator',
    budget: {
      connection: { requests: 6000, perMs: 60_000, atOnce: 4 },
      platform: { requests: 60_000, perMs: 60_000, atOnce: 64 },
    },
    ...pullsAndPushes(types, { baseUrl, pageSize }),
    rawRequests: {
      base: ({ company = '' }) => `${baseUrl}/v1/${encodeURIComponent(company)}`,
      async send({ http, credentials, request }) {
        const answer = await openSession({ baseUrl, http, credentials }).send(request);
        return answer.status === 429 ? fail(answer, http) : answer;
      },
    },
    mappingVersion: 1,
    tellsDeletions: true,
    async check({ http, credentials }) {
      const session = openSession({ baseUrl, http, credentials });
      const body = await session.get(`/v1/${encodeURIComponent(credentials.company ?? '')}/info?limit=1`);
      return {
        companyName: readJson(body, (text) => {
          const [{ name }] = (JSON.parse(text) as { records: [{ name: unknown }] }).records;
          return String(name);
        }),
      };
    },
  };
}

export const connector = defineConnector({
  settings: {
    url: {
      variable: 'DAYBOOK_SANDBOX_URL',
      kind: 'url',
      example: 'http://127.0.0.1:8090',
      help: 'URL of "daybook sandbox"; enables the platform "sandbox", an accounting system for trials and tests.',
    },
  },
  enabledBy: 'url',
  notes: 'Built-in accounting system for demos and tests (`daybook sandbox`). Used by every test run.',
  create: ({ url }) => createSandboxConnector({ baseUrl: url }),
});
