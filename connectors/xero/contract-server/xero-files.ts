import { randomUUID } from 'node:crypto';
import type { ContractAnswer, ContractRequest } from '../../../test/contract-servers/contract-server.ts';
import { type Collection, idNames, type Row, type XeroBooks } from './xero-books.ts';

/** Files of records: at most ten for each. A file with a name that exists replaces it. */
export const withFiles = [
  ...(['Invoices', 'CreditNotes', 'BankTransactions', 'ManualJournals', 'Contacts'] as const),
  ...(['PurchaseOrders', 'BankTransfers', 'Accounts'] as const),
];
const filesMax = 10;

type Kept = { about: Row; content: Buffer };
export type XeroFiles = Map<string, Kept[]>;

export function keepFile(
  books: XeroBooks,
  { collection, id }: { collection: Collection; id: string },
  { name, type, content }: { name: string; type: string; content: Buffer },
): Row | undefined {
  const all = books.files.get(id) ?? [];
  const others = all.filter(({ about }) => about.FileName !== name);
  if (others.length >= filesMax) return undefined;
  const before = all.find(({ about }) => about.FileName === name)?.about;
  const about = {
    ...{ AttachmentID: before?.AttachmentID ?? randomUUID(), FileName: name, MimeType: type },
    ...{ Url: `https://api.xero.com/api.xro/2.0/${collection}/${id}/Attachments/${encodeURIComponent(name)}` },
    ContentLength: content.length,
  };
  books.files.set(id, [...others, { about, content }]);
  books.keep(collection, { ...books.rows[collection].get(id), HasAttachments: true });
  return about;
}

const gone: ContractAnswer = {
  ...{ status: 404, headers: { 'content-type': 'text/html' } },
  body: 'The resource cannot be found.',
};

/** `{Endpoint}/{id}/Attachments`, with the id of a file or with the name of a new one. */
export function attachmentsOf(
  books: XeroBooks,
  collection: Collection,
  { id, file }: { id: string; file: string | undefined },
  { method, headers, bytes = Buffer.alloc(0) }: ContractRequest,
): ContractAnswer {
  const row = books.rows[collection].get(id);
  if (!(withFiles as readonly Collection[]).includes(collection) || !row || row[idNames[collection]] !== id)
    return gone;
  if (method === 'PUT' || method === 'POST') {
    if (file === undefined || bytes.length === 0) return { status: 400, body: { Message: 'The file is missing.' } };
    const type = headers['content-type'] ?? 'application/octet-stream';
    const about = keepFile(books, { collection, id }, { name: file, type, content: bytes });
    return about
      ? { status: 200, body: { Attachments: [about] } }
      : { status: 400, body: { Type: 'ValidationException', Message: 'A record has at most 10 attachments.' } };
  }
  const all = books.files.get(id) ?? [];
  if (file === undefined) return { status: 200, body: { Attachments: all.map(({ about }) => about) } };
  const found = all.find(({ about }) => about.AttachmentID === file || about.FileName === file);
  if (!found) return gone;
  if (headers.accept === 'application/json') return { status: 200, body: { Attachments: [found.about] } };
  return { status: 200, headers: { 'content-type': String(found.about.MimeType) }, body: found.content };
}
