import { type Connector, defineConnector, findDataType } from '@daybook/connector-kit';
import { describeFile } from './describe-file.ts';
import { mappableTypes } from './mapping/fields.ts';
import { recordOfSource } from './mapping/map-table.ts';
import { previewFile, statementTypes } from './preview-file.ts';
import { createPull } from './pull-files.ts';

/** What a table or a bank statement can contain, in the order of the catalogue of data types. */
export const fileTypes = [...new Set([...mappableTypes, ...statementTypes])].filter((name) => findDataType(name));

/** The platform of companies whose software has no API: its records come from files that are uploaded. */
export function createFilesConnector({ pageSize = 1000 }: { pageSize?: number } = {}): Connector {
  const each = <T>(value: (dataType: string) => T) => Object.fromEntries(fileTypes.map((name) => [name, value(name)]));
  return {
    platform: { key: 'files', name: 'Files', sourceType: 'Accounting' },
    hostFrom: 'operator',
    credentialFields: [],
    // No requests are sent.
    budget: {
      connection: { requests: 1, perMs: 1000, atOnce: 1 },
      platform: { requests: 1, perMs: 1000, atOnce: 1 },
    },
    uploads: {
      describe: ({ file }) => describeFile(file),
      preview: ({ file, reading, limit }) => previewFile(file, { reading, limit }),
    },
    pull: each((dataType) => createPull(dataType, pageSize)),
    fromSource: each(() => (source: string) => ({ id: '', source, record: () => recordOfSource(source) })),
    mappingVersion: 1,
    tellsDeletions: false,
    repeatsRecords: true,
    readsWhole: true,
    check: async () => ({ companyName: 'Files' }),
  };
}

export const connector = defineConnector({
  settings: {
    isEnabled: {
      variable: 'DAYBOOK_FILES',
      kind: 'boolean',
      example: 'true',
      help: 'Set to true to enable the platform Files: companies whose software has no API upload CSV, XLSX, OFX, CAMT.053 and MT940 files.',
    },
  },
  enabledBy: 'isEnabled',
  notes:
    'Reads files that the owner of a company or a client uploads: tables (CSV, XLSX) and bank statements (OFX, CAMT.053, MT940). There is no platform to test against. Records are read again when a file is confirmed, never by a schedule. A record without an id column is identified by its content, so an edited record becomes a new one.',
  create: () => createFilesConnector(),
});
