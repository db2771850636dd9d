import { type Connector, defineConnector, type Pull } from '@daybook/connector-kit';
import { type BookRecord, bookTypes } from '../seeded-book.ts';

/** A platform whose books a test holds (serve-books.ts). Every pass reads all records. */
export const platformKey = 'seeded';

export function seededConnector(url: string, key = platformKey): Connector {
  const pull = (dataType: string): Pull =>
    async function* ({ http, credentials }) {
      const response = await http.request({ method: 'GET', url: `${url}/${credentials.company}/${dataType}` });
      const records = JSON.parse(String(response.body)) as BookRecord[];
      yield {
        records: records.map(({ id, ...source }) => ({
          id,
          source: JSON.stringify(source),
          record: () => source.record,
        })),
        resumeAt: null,
        cursor: 'all',
      };
    };
  return {
    platform: { key, name: 'Seeded', sourceType: 'Accounting' },
    credentialFields: [
      { name: 'company', label: 'Company', secret: false, help: 'The name of the book.' },
      { name: 'secret', label: 'Secret', secret: true, help: 'Any text.' },
    ],
    hostFrom: 'operator',
    budget: {
      connection: { requests: 60_000, perMs: 60_000, atOnce: 4 },
      platform: { requests: 600_000, perMs: 60_000, atOnce: 64 },
    },
    pull: Object.fromEntries(bookTypes.map((dataType) => [dataType, pull(dataType)])),
    mappingVersion: 1,
    tellsDeletions: false,
    readsWhole: true,
    check: async ({ credentials }) => ({ companyName: credentials.company ?? '' }),
  };
}

export const connector = defineConnector({
  settings: {
    url: {
      variable: 'DAYBOOK_SEEDED_URL',
      kind: 'url',
      example: 'http://127.0.0.1:8091',
      help: 'URL of the books of a test; enables the platform.',
    },
  },
  enabledBy: 'url',
  notes: 'For the test of checks.',
  create: ({ url }) => seededConnector(url),
});
