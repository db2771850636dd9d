import { after, test } from 'node:test';
import type { OrderedFault } from '@daybook/connector-kit/conformance';
import { conformance, plainHttp } from '@daybook/connector-kit/conformance';
import { startSandbox } from '@daybook/sandbox';
import type { Fault } from '../../../sandbox/src/faults.ts';
import { controlSandbox } from '../../../sandbox/test/control-sandbox.ts';
import { createSandboxConnector } from '../src/sandbox-connector.ts';
import { pushExamples } from './push-examples.ts';

const sandbox = await startSandbox({ pageSizeMax: 40 });
after(() => sandbox.stop());
const control = controlSandbox(sandbox.url);

const faults: Record<OrderedFault, Fault> = {
  unauthorized: { kind: 'status', status: 401 },
  rateLimited: { kind: 'status', status: 429, retryAfter: 3 },
  failing: { kind: 'status', status: 503 },
  hanging: { kind: 'hang' },
  truncated: { kind: 'truncate' },
  garbage: { kind: 'garbage' },
};

/** A company whose amounts have up to 30 digits. */
const company = 'exact-conformance-300';
const http = plainHttp({ timeoutMs: 5000 });
const credentials = { company, secret: `sandbox-${company}` };
const connector = createSandboxConnector({ baseUrl: sandbox.url });
const examples = pushExamples(connector, { http, credentials });
const writes = (type: string, fault: Fault) =>
  control.fault({ match: { type, method: 'POST' }, fault, times: 1 }).then(() => undefined);
const checks = conformance(connector, {
  http,
  credentials,
  wrongCredentials: { company, secret: 'wrong-but-secret' },
  deniedCredentials: { company, secret: `denied-${company}` },
  pagedType: 'invoices',
  tellsTotal: true,
  hasLongNumbers: true,
  async change(type) {
    if (type === 'info') return control.change(company, { type, update: 1 });
    // Change more records than fit on a page, if the data type has enough records.
    const many = ['invoices', 'journalEntries', 'bankTransactions', 'bills', 'payments'].includes(type);
    return control.change(company, { type, update: many ? 50 : 2, create: 3, delete: 1 });
  },
  async forgetChanges() {
    await control.forget(company);
  },
  async orderFault(fault, { dataType, skip = 0, times }) {
    const match = { company, type: dataType };
    await control.fault({ match, fault: faults[fault], skip, ...(times !== undefined && { times }) });
  },
  async clearFaults() {
    await control.clearFaults();
  },
  push: {
    ...examples,
    unpaidCredentials: { company: 'unpaid-conformance-100', secret: 'sandbox-unpaid-conformance-100' },
    loseAnswer: (type) => writes(type, { kind: 'lost', status: 504 }),
    acceptNext: (type) => writes(type, { kind: 'accept', looks: 2 }),
    forgetNext: (type) => writes(type, { kind: 'forget' }),
    failSignIns: () => writes('token', { kind: 'status', status: 503 }),
  },
});

for (const { title, run } of checks) test(title, run);
