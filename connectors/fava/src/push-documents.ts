import { posix } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NotSent, type PulledRecord, type Push, type PushInput, Unavailable } from '@daybook/connector-kit';
import { closed, fileContent } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { isUnnoticed, nameIn, storedName } from './document-names.ts';
import { type Ledger, type LedgerDocument, readLedger } from './ledger.ts';
import { apiOf, send } from './request-fava.ts';

const schema = closed({
  name: Type.String({
    ...{ pattern: '^\\d{4}-\\d{2}-\\d{2}[ ._-][^\\p{C}\\p{Zl}\\p{Zp}/\\\\":*?<>|]+$', maxLength: 150 },
    description: 'Name of the file. Beancount reads the date of the document from it: 2026-11-15 Invoice.pdf.',
  }),
  recordRef: closed({
    dataType: Type.Enum(['accounts']),
    id: Type.String({ minLength: 1, maxLength: 200, description: 'An account.' }),
  }),
  content: fileContent,
});
type PushedFile = Static<typeof schema>;

/** File systems limit the bytes of a name to 255; the push id needs 45 of them. */
const nameBytesMax = 210;

/** How often, and for how long, a stored file is looked for before Daybook looks for it later. */
const looksMax = 6;
const betweenLooksMs = 250;

const boundaryOf = (reference: string) => `daybook-${reference}`;

function part(reference: string, head: string, body: string | Buffer): Buffer {
  const opening = `--${boundaryOf(reference)}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return Buffer.concat([Buffer.from(opening), bytes, Buffer.from('\r\n')]);
}

/**
 * Fava notices new files only below folders such as `documents/Assets` that were there when it loaded the ledger. It
 * shows none of them; but if it shows a document of such a folder, it watches the folder.
 */
function watchedFolder({ options, documents }: Ledger, account: string): string | undefined {
  const slashes = (path: string) => path.replaceAll('\\', '/');
  const books = posix.dirname(slashes(options.filename));
  return options.documents.find((folder) => {
    const root = `${posix.resolve(books, slashes(folder))}/${account.split(':')[0]}/`;
    return documents.some(({ file }) => slashes(file).startsWith(root));
  });
}

type Problem = { itemId: string; message: string };

function problemOf({ name, recordRef: { id } }: PushedFile, ledger: Ledger, stored: string): Problem | undefined {
  const account = ledger.accounts.find((one) => one.name === id);
  if (!account) return { itemId: 'recordRef.id', message: `There is no account ${id}.` };
  const date = name.slice(0, 10);
  if (new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) !== date)
    return { itemId: 'name', message: `There is no day ${date}.` };
  if (date < account.opened) return { itemId: 'name', message: `The account ${id} was not open on ${date}.` };
  if (Buffer.byteLength(name) > nameBytesMax)
    return { itemId: 'name', message: `The name has more than ${nameBytesMax} bytes.` };
  if (isUnnoticed(stored)) return { itemId: 'name', message: 'Fava ignores files with this ending.' };
  if (ledger.options.documents.length === 0)
    return { itemId: 'recordRef', message: 'The ledger has no option "documents", so Fava stores no files.' };
  if (watchedFolder(ledger, id) === undefined) {
    const root = id.split(':')[0];
    const message = `Fava shows new files only beside others, and the ledger has no document of ${root} yet. Add a first one by hand, then change the ledger.`;
    return { itemId: 'recordRef.id', message };
  }
  return undefined;
}

async function readShown(
  input: PushInput,
  stored: string,
): Promise<{ ledger: Ledger; shown: LedgerDocument | undefined }> {
  const ledger = await readLedger(input);
  return { ledger, shown: ledger.documents.find(({ file }) => nameIn(file) === stored) };
}

/**
 * Fava stores a file under its name and answers 409 if there is one already. As the name has the push id, the file is
 * stored once, however often it is sent, and 409 means that it is there.
 */
export const documentPush = (recordOfDocument: (document: LedgerDocument) => PulledRecord): Push => ({
  operations: { create: schema },
  choices: { 'recordRef.id': 'accounts' },
  certainty: 'key',
  prepare({ record, reference }, credentials) {
    const { name, recordRef, content } = record as PushedFile;
    const file = `name="file"; filename="${storedName(name, reference)}"\r\nContent-Type: application/octet-stream`;
    const body = Buffer.concat([
      part(reference, 'name="account"', recordRef.id),
      part(reference, file, Buffer.from(content, 'base64')),
      Buffer.from(`--${boundaryOf(reference)}--\r\n`),
    ]);
    return {
      method: 'PUT',
      url: apiOf(credentials, 'add_document'),
      headers: { 'content-type': `multipart/form-data; boundary=${boundaryOf(reference)}` },
      body: body.toString('base64'),
      isBase64: true,
    };
  },
  async send(input) {
    const { reference } = input.wish;
    const record = input.wish.record as PushedFile;
    const stored = storedName(record.name, reference);
    const { ledger, shown } = await readShown(input, stored).catch((error: unknown) => {
      throw error instanceof Unavailable ? new NotSent(error.message) : error;
    });
    if (shown) return { kind: 'done', providerStatus: 200, record: recordOfDocument(shown) };
    const problem = problemOf(record, ledger, stored);
    if (problem) return { kind: 'refused', message: `The file was not sent: ${problem.message}`, errors: [problem] };
    const folder = part(reference, 'name="folder"', watchedFolder(ledger, record.recordRef.id) ?? '');
    const whole = Buffer.concat([folder, Buffer.from(input.prepared.body ?? '', 'base64')]);
    const { status } = await send(input, { ...input.prepared, body: whole.toString('base64') });
    // Fava answers 500 before and after it has written, so the outcome is unknown.
    if (status !== 200 && status !== 409) throw new Unavailable(`Fava answered with status ${status}.`);
    for (let look = 0; look < looksMax; look++) {
      if (look > 0) await pause(betweenLooksMs * look);
      const { shown: now } = await readShown(input, stored);
      if (now) return { kind: 'done', providerStatus: status, record: recordOfDocument(now) };
    }
    throw new Unavailable('Fava has stored the file but does not show it yet.');
  },
});
