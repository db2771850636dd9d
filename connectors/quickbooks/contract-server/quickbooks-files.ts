import { randomUUID } from 'node:crypto';
import type { ContractAnswer, ContractRequest } from '../../../test/contract-servers/contract-server.ts';
import { entities, type QuickbooksBooks, type Row } from './quickbooks-books.ts';
import type { QboFault } from './quickbooks-rules.ts';

/** Files of QuickBooks: the upload, and temporary addresses that need no authorization and are new in every response. */
export function keepFile(books: QuickbooksBooks, about: Row, content: Buffer): Row {
  const row = books.keep('Attachable', { ...about, Size: content.length });
  books.files.set(String(row.Id), content);
  return row;
}

const place = '/temporary/';

export const withAddress = (url: string, row: Row): Row =>
  row.FileName === undefined ? row : { ...row, TempDownloadUri: `${url}${place}${row.Id}?Signature=${randomUUID()}` };

export const isTemporary = ({ path }: Pick<ContractRequest, 'path'>) => path.startsWith(place);

/** Like the file store, refuses a request that has two kinds of authorization. */
export function readFile(books: QuickbooksBooks, { path, headers, query }: ContractRequest): ContractAnswer {
  if (headers.authorization) return { status: 400, body: '<Error>Only one auth mechanism allowed</Error>' };
  const content = books.files.get(path.slice(place.length));
  if (!query.get('Signature')) return { status: 403, body: '<Error>AccessDenied</Error>' };
  if (!content) return { status: 404, body: '<Error>NoSuchKey</Error>' };
  return {
    status: 200,
    headers: { 'content-type': 'binary/octet-stream', 'content-length': String(content.length) },
    body: content,
  };
}

/** A file, in base64 or as it is, and before it, if wanted, its description as JSON. */
export function upload(
  books: QuickbooksBooks,
  { headers, bytes = Buffer.alloc(0) }: ContractRequest,
): Row | QboFault[] {
  const [, boundary = ''] = /^multipart\/form-data; boundary=(.+)$/.exec(headers['content-type'] ?? '') ?? [];
  const parts = bytes.toString('latin1').split(`--${boundary}`).slice(1, -1).map(partOf);
  const about = parts.find(({ head }) => /name="file_metadata_01"/.test(head));
  const file = parts.find(({ head }) => /name="file_content_01"/.test(head));
  if (boundary === '' || !file)
    return [{ Message: 'Invalid', Detail: 'The parts of the upload are missing.', code: '2010' }];
  const [, name] = /filename="([^"]*)"/.exec(file.head) ?? [];
  const [, type] = /content-type: *([^\r\n]+)/i.exec(file.head) ?? [];
  const row: Row = about
    ? (JSON.parse(Buffer.from(about.body, 'latin1').toString('utf8')) as Row)
    : { FileName: name, ContentType: type };
  const faults = ownerFaults(books, row);
  if (faults.length > 0) return faults;
  const isEncoded = /content-transfer-encoding: *base64/i.test(file.head);
  return keepFile(books, row, Buffer.from(file.body, isEncoded ? 'base64' : 'latin1'));
}

function partOf(text: string): { head: string; body: string } {
  const at = text.indexOf('\r\n\r\n');
  return { head: text.slice(0, at), body: text.slice(at + 4, -2) };
}

/** The records that a file is attached to must exist. */
export function ownerFaults({ rows }: QuickbooksBooks, { AttachableRef = [] }: Row): QboFault[] {
  return (AttachableRef as { EntityRef: { type: string; value: string } }[]).flatMap(({ EntityRef }) => {
    const entity = entities.find((one) => one === EntityRef.type);
    if (entity && rows[entity].has(EntityRef.value)) return [];
    const Detail = `Invalid Reference Id : EntityRef element id ${EntityRef.value} not found`;
    return [{ Message: 'Invalid Reference Id', Detail, code: '2500', element: 'EntityRef' }];
  });
}
