import { type Book, idOf, type RecordVersion, randomOf } from '../books/book.ts';
import { dayCount, timeText } from '../books/dates.ts';
import { type FileContent, hashOfContent } from '../books/file-content.ts';

/** The computed file of an attachment of the initial books. */
function contentOf(book: Book, { id, index, revision }: RecordVersion): FileContent {
  const bytes = 500 + randomOf(book, 'attachments', index, revision).below(60_000);
  return { seed: `${book.key} ${id} ${revision}`, bytes };
}

/** Half of them belong to invoices, half to bills. */
export function writeAttachment(book: Book, version: RecordVersion): string {
  const { id, index, revision, modifiedAt } = version;
  const content = contentOf(book, version);
  const type = index % 2 ? 'bills' : 'invoices';
  const created = timeText(dayCount - 1, index);
  return (
    `{"id":"${id}","file_name":"receipt-${index + 1}.txt","media_type":"text/plain","bytes":${content.bytes}` +
    `,"sha256":"${hashOfContent(content)}","record":{"type":"${type}","id":"${idOf(book, type, index >> 1)}"}` +
    `,"memo":"scan ${revision + 1}","seed":"${content.seed}","created_at":"${created}","modified_at":"${modifiedAt ?? created}"}`
  );
}
