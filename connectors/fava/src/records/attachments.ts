import { defineType, type ReadContent, Unavailable, Unsupported } from '@daybook/connector-kit';
import { documentId, shownName } from '../document-names.ts';
import { type LedgerDocument, readLedger } from '../ledger.ts';
import { createPull, type FavaShared, fromSourceBy, recordOf } from '../pull-records.ts';
import { documentPush } from '../push-documents.ts';
import { type Access, addressOf, send } from '../request-fava.ts';

/** Fava reports neither the size nor the type of a file. Beancount takes the date from its name. */
export const mapDocument = ({ file, date, account }: LedgerDocument) => ({
  name: shownName(file),
  recordRef: { dataType: 'accounts', id: account },
  createdDate: `${date}T00:00:00Z`,
});

const recordOfDocument = (document: LedgerDocument) => recordOf(documentId(document.file), document, mapDocument);

const missing = () => new Unsupported('The ledger no longer has this document.');

/** The path of the document. A record that was stored before has it in its source. */
async function fileOf(access: Access, id: string, source: string | undefined): Promise<string> {
  if (source !== undefined) {
    const { file } = JSON.parse(source) as Partial<LedgerDocument>;
    if (file !== undefined && documentId(file) === id) return file;
  }
  const found = (await readLedger(access)).documents.find(({ file }) => documentId(file) === id);
  if (!found) throw missing();
  return found.file;
}

/** Fava serves only files that the ledger names as documents, whatever path is asked for. */
const readContent: ReadContent = async ({ http, credentials, id, source }) => {
  const access = { http, credentials };
  const parameters = new URLSearchParams({ filename: await fileOf(access, id, source) });
  const url = `${addressOf(credentials)}/document/?${parameters}`;
  const { status } = await send(access, { method: 'GET', url, isContent: true });
  if (status === 404) throw missing();
  // Fava answers 500 for a document whose file has been deleted since the ledger was loaded.
  if (status !== 200) throw new Unavailable(`Fava answered with status ${status}.`);
  return { kind: 'bytes' };
};

export const attachments = defineType<FavaShared>({
  dataType: 'attachments',
  pull: ({ pageSize }) =>
    createPull(async (access) => {
      const { documents } = await readLedger(access);
      const byFile = new Map(documents.map((document) => [document.file, document]));
      return [...byFile.values()].map(recordOfDocument);
    }, pageSize),
  push: () => documentPush(recordOfDocument),
  content: () => readContent,
  fromSource: fromSourceBy(mapDocument),
});
