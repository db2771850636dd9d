import { defineConnector, Unsupported } from '@daybook/connector-kit';

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
    pull: {},
    mappingVersion: 1,
    tellsDeletions: false,
    readsWhole: true,
    check: () => Promise.reject(new Unsupported('Files cannot be uploaded yet.')),
  }),
});
