import Type from 'typebox';
import type { DataType } from '../data-type.ts';
import { choice, object, optional, text, time } from '../parts.ts';

export const attachments: DataType = {
  name: 'attachments',
  description:
    'Files attached to records, such as a scanned bill. These records describe the files; the content of a file is read by its own operation.',
  columns: { date1: 'createdDate', amount1: 'size', ref1: 'recordRef.id' },
  record: object({
    name: text('File name.'),
    contentType: optional(text('Media type as the platform reports it, such as `application/pdf`.')),
    size: optional(Type.Integer({ minimum: 0, description: 'Bytes, if the platform reports them.' })),
    hash: optional(
      Type.Object(
        { algorithm: choice('MD5', 'SHA-1', 'SHA-256'), value: text('Hexadecimal digits.') },
        { description: 'Hash of the content, if the platform reports it.' },
      ),
    ),
    recordRef: optional(
      Type.Object(
        { dataType: text('Such as `invoices`.'), id: text() },
        { description: 'The record that the file is attached to. Of several records, the first one.' },
      ),
    ),
    description: optional(text()),
    createdDate: optional(time()),
  }),
};
