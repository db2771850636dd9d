import type { Connector, PulledPage, PushInput } from '@daybook/connector-kit';
import { registryOf } from '../../src/connectors/registry.ts';

/** Connectors that block or exhaust their thread. Created both in the test and in the thread. */
const shared = {
  credentialFields: [],
  hostFrom: 'operator' as const,
  budget: {
    connection: { requests: 100, perMs: 1000, atOnce: 4 },
    platform: { requests: 100, perMs: 1000, atOnce: 4 },
  },
  mappingVersion: 1,
  tellsDeletions: true,
};

const connectorOf = (key: string, read: (body: string) => object): Connector => ({
  ...shared,
  platform: { key, name: key, sourceType: 'Accounting' },
  async check({ http }) {
    read((await http.request({ method: 'GET', url: 'check' })).body);
    return { companyName: key };
  },
  pull: {
    info: async function* ({ http, resumeAt }): AsyncGenerator<PulledPage> {
      for (let page = Number(resumeAt ?? '0') + 1; page <= 3; page++) {
        const { body } = await http.request({ method: 'GET', url: `page ${page}` });
        const record = () => read(body);
        yield {
          records: [{ id: `${page}`, source: body, record }],
          resumeAt: page === 3 ? null : `${page}`,
          cursor: 'c',
        };
      }
    },
  },
  fromSource: { info: (source) => ({ id: '', source, record: () => read(source) }) },
});

const push: Connector['push'] = {
  info: {
    operations: { create: true },
    choices: {},
    prepare: () => ({ method: 'POST', url: 'push' }),
    async send({ http, wish }: PushInput) {
      // Waits as long as the record says before sending a request.
      await new Promise((resolve) => setTimeout(resolve, (wish.record as { waitMs: number }).waitMs));
      const { status, body } = await http.request({ method: 'POST', url: 'push' });
      const record = () => ({ companyName: 'x'.repeat(Number(body)) });
      return { kind: 'done', providerStatus: status, record: { id: '1', source: body, record } };
    },
  },
} as never;

export const createRegistry = async () =>
  registryOf([
    connectorOf('loops', () => {
      for (;;) Math.random();
    }),
    connectorOf('grows', () => {
      // Small objects: see docs/decisions/0026 for single allocations that are larger than the thread's reserve.
      for (let all: object = {}; ; ) all = { all };
    }),
    connectorOf('good', (body) => ({ companyName: body })),
    connectorOf('repeats', (body) => ({ companyName: 'x'.repeat(Number(body)) })),
    { ...connectorOf('pushes', () => ({})), push },
  ]);
