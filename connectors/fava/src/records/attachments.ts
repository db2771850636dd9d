import { createHash } from 'node:crypto';
import { defineType, type ReadContent, Unavailable, Unsupported } from '@daybook/connector-kit';
import { type LedgerDocument, readLedger } from '../ledger.ts';
import { createPull, type FavaShared, recordOf } from '../pull-records.ts';
import { type Access, addressOf, send } from '../request-fava.ts';

/** A file is identified by its path, which only the server knows the meaning of. */
export const idOf = ({ file }: Pick<LedgerDocument, 'file'>) =>
  createHash('sha256').update(file).digest('hex').slice(0, 32);

/** Fava reports neither the size nor the type of a file. Beancount takes the date from its name. */
export const mapDocument = ({ file, date, account }: LedgerDocument) => ({
  name: file.split(/[\\/]/).at(-1) ?? file,
  recordRef: { dataType: 'accounts', id: account },
  createdDate: `${date}T00:00:00Z`,
});

const missing = () => new Unsupported('The ledger no longer has this document.');

/** The path of the document. A record that was stored before has it in its source. */
async function fileOf(access: Access, id: string, source: string | undefined): Promise<string> {
  if (source !== undefined) {
    const { file } = JSON.parse(source) as Partial<LedgerDocument>;
    if (file !== undefined && idOf({ file }) === id) return file;
  }
  const found = (await readLedger(access)).documents.find((document) => idOf(document) === id);
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
      const byId = new Map(documents.map((document) => [idOf(document), document]));
      return [...byId].map(([id, document]) => recordOf(id, document, mapDocument));
    }, pageSize),
  content: () => readContent,
});
