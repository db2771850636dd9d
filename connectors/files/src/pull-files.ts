import { CursorTooOld, FileUnreadable, type Pull, type UploadedFiles } from '@daybook/connector-kit';
import type { FileRecord, StatementFile } from './file-content.ts';
import { mapTable } from './mapping/map-table.ts';
import { givenMapping } from './preview-file.ts';
import { readUploaded, sheetOf } from './read-uploaded.ts';
import { mapStatement } from './statements/map-statement.ts';

/**
 * A data type consists of all of its files, so every pass reads all of them. The records are paged in the order of
 * their ids, so that an interrupted pass resumes at the same place.
 */
export function createPull(dataType: string, pageSize: number): Pull {
  return async function* pull({ files, resumeAt }) {
    if (resumeAt !== undefined && !resumeAt.startsWith('after:')) throw new CursorTooOld('Unknown resume position.');
    const after = resumeAt?.slice('after:'.length);
    const all = [...(await readAll(files, dataType)).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    const rest = after === undefined ? all : all.filter(({ id }) => id > after);
    for (let at = 0; ; at += pageSize) {
      const page = rest.slice(at, at + pageSize);
      const isLast = at + pageSize >= rest.length;
      yield {
        records: page.map(({ id, source, record }) => ({ id, source, record: () => record })),
        resumeAt: isLast ? null : `after:${page.at(-1)?.id}`,
        cursor: 'all',
        total: all.length,
      };
      if (isLast) return;
    }
  };
}

/** Of records with the same id, the one of the last file counts; of bank accounts, the one with the newest balance. */
async function readAll(files: UploadedFiles | undefined, dataType: string): Promise<Map<string, FileRecord>> {
  const records = new Map<string, FileRecord>();
  const balances = new Map<string, string>();
  for (const file of files?.list ?? []) {
    const content = await readUploaded({
      name: file.name,
      content: (await files?.read(file.fileId)) ?? new Uint8Array(),
    });
    if (content.kind === 'table') {
      const mapping = givenMapping(file.reading);
      if (!mapping) throw new FileUnreadable(`It is not known how the file "${file.name}" is read.`);
      const { records: found } = mapTable({ table: sheetOf(content, file.reading.sheet), mapping });
      for (const record of found) records.set(record.id, record);
      continue;
    }
    const dates = new Map(content.bankAccounts.map(({ id, balanceDate }) => [id, balanceDate]));
    for (const record of recordsOf(content, dataType)) {
      const date = (dataType === 'bankAccounts' && dates.get(record.id)) || '';
      if (date < (balances.get(record.id) ?? '')) continue;
      records.set(record.id, record);
      if (date !== '') balances.set(record.id, date);
    }
  }
  return records;
}

function recordsOf(statement: StatementFile, dataType: string): FileRecord[] {
  const { bankAccounts, bankTransactions } = mapStatement(statement);
  return dataType === 'bankAccounts' ? bankAccounts : bankTransactions;
}
