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

/** Two parts: the description as JSON, and the file in base64. */
export function upload(books: QuickbooksBooks, { headers, body }: ContractRequest): Row | QboFault[] {
  const [, boundary = ''] = /^multipart\/form-data; boundary=(.+)$/.exec(headers['content-type'] ?? '') ?? [];
  const parts = body.split(`--${boundary}`).slice(1, -1);
  const [about = '', file = ''] = parts.map((part) => part.slice(part.indexOf('\r\n\r\n') + 4, -2));
  const isWhole =
    boundary !== '' &&
    /name="file_metadata_01"/.test(parts[0] ?? '') &&
    /name="file_content_01"/.test(parts[1] ?? '') &&
    /Content-Transfer-Encoding: base64/.test(parts[1] ?? '');
  if (!isWhole) return [{ Message: 'Invalid', Detail: 'The parts of the upload are missing.', code: '2010' }];
  const row = JSON.parse(about) as Row;
  for (const { EntityRef } of (row.AttachableRef ?? []) as { EntityRef: { type: string; value: string } }[]) {
    const entity = entities.find((one) => one === EntityRef.type);
    if (!entity || !books.rows[entity].has(EntityRef.value))
      return [
        {
          ...{ Message: 'Invalid Reference Id', code: '2500', element: 'EntityRef' },
          Detail: `Invalid Reference Id : EntityRef element id ${EntityRef.value} not found`,
        },
      ];
  }
  return keepFile(books, row, Buffer.from(file, 'base64'));
}
