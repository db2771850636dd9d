import { parentPort } from 'node:worker_threads';
import type { FileMapping, FileRecord } from '@daybook/connector-files/file-content';
import { mapStatement } from '@daybook/connector-files/map-statement';
import { mappingErrors, mapTable } from '@daybook/connector-files/map-table';
import { FileRefused, readFile } from '@daybook/connector-files/read-file';
import { suggestMapping } from '@daybook/connector-files/suggest-mapping';

/** Reads the files that it is sent, as the server does in a thread of its own. */
export type ReadRequest = { bytes: Uint8Array; style: 'german' | 'plain' };
export type ReadResult = { outcome: 'read' | 'refused' | 'crashed'; keys: string[]; notes: string[]; detail: string };

/** The mapping that the owner has confirmed for the first upload. */
const mappingOf = (style: ReadRequest['style']): FileMapping => ({
  dataType: 'invoices',
  fields: {
    ...{ invoiceNumber: 'Invoice Number', 'customerRef.companyName': 'Customer', issueDate: 'Date' },
    ...{ totalAmount: 'Total', amountDue: 'Amount Due' },
  },
  constants: {},
  decimalMark: style === 'german' ? ',' : '.',
  dateOrder: style === 'german' ? 'dmy' : 'ymd',
  idColumns: ['Invoice Number'],
  lines: 'none',
});

parentPort?.on('message', async (request: ReadRequest) => {
  parentPort?.postMessage(await read(request));
});

async function read({ bytes, style }: ReadRequest): Promise<ReadResult> {
  try {
    const content = await readFile({ name: 'upload', bytes });
    if (content.kind === 'statement') {
      const keys = mapStatement(content).bankTransactions.map(keyOfTransaction);
      return { outcome: 'read', keys, notes: content.notes, detail: '' };
    }
    const keys = content.sheets.flatMap((table) => {
      suggestMapping({ table });
      const mapping = mappingOf(style);
      return mappingErrors({ table, mapping }).length > 0 ? [] : mapTable({ table, mapping }).records.map(keyOfRecord);
    });
    return { outcome: 'read', keys, notes: content.notes, detail: '' };
  } catch (error) {
    const isRefusal = error instanceof FileRefused;
    const detail = isRefusal ? error.code : String((error as Error).stack);
    return { outcome: isRefusal ? 'refused' : 'crashed', keys: [], notes: [], detail };
  }
}

function keyOfTransaction({ record }: FileRecord): string {
  const { date, amount } = record as { date: string; amount: number };
  return `${date.slice(0, 10)}|${amount}`;
}

function keyOfRecord({ record }: FileRecord): string {
  const invoice = record as Record<string, unknown> & { customerRef?: { companyName?: string } };
  const { invoiceNumber, customerRef, issueDate, totalAmount, amountDue } = invoice;
  return [invoiceNumber, customerRef?.companyName, String(issueDate).slice(0, 10), totalAmount, amountDue].join('|');
}
