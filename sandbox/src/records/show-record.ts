import type { Book, RecordVersion } from '../books/book.ts';
import type { CompanyChanges } from '../books/company-changes.ts';
import { openLedger } from '../statements/open-ledger.ts';
import { statementWriters } from '../statements/write-statement.ts';
import { writeRecord } from './write-record.ts';

/** Writes a record as clients see it. In a company with a ledger, some are computed from the others. */
export function showRecord(book: Book, changes: CompanyChanges, dataType: string, version: RecordVersion): string {
  const write = isComputed(book, dataType) ? statementWriters[dataType] : undefined;
  return write ? write(openLedger(book, changes), version) : writeRecord(book, dataType, version);
}

/** Whether each change of the company can change records of this data type. */
export const isComputed = ({ isLedger }: Book, dataType: string): boolean =>
  isLedger && Object.hasOwn(statementWriters, dataType);
