import { defineConnector, Unsupported } from '@daybook/connector-kit';

const refuse = () => {
  throw new Unsupported('Files cannot be uploaded yet.');
};

/** The platform of uploaded files. */
export const connector = defineConnector({
  notes: 'Reads files that a person or a client uploads: CSV, XLSX, OFX, CAMT.053 and MT940.',
  create: () => ({
    platform: { key: 'files', name: 'Files', sourceType: 'Accounting' },
    hostFrom: 'operator',
    credentialFields: [],
    budget: {
      connection: { requests: 120, perMs: 60_000, atOnce: 1 },
      platform: { requests: 6000, perMs: 60_000, atOnce: 64 },
    },
    pull: { bankTransactions: refuse },
    mappingVersion: 1,
    tellsDeletions: false,
    readsWhole: true,
    check: refuse,
  }),
});
