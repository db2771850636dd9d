import type { PulledRecord } from '@daybook/connector-kit';
import { combinedId } from '../../pull-combined.ts';
import { readRecord, type Source } from '../../pull-records.ts';
import type { QboMeta, QboRef } from '../../wire.ts';
import { present } from '../values.ts';

export type QboAttachable = Omit<QboMeta, 'MetaData'> & {
  MetaData?: { CreateTime?: string; LastUpdatedTime?: string };
  FileName?: string;
  ContentType?: string;
  Size?: number;
  Note?: string;
  Tag?: string;
  AttachableRef?: { EntityRef?: QboRef & { type?: string } }[];
  /** An address that works for 15 minutes. */
  TempDownloadUri?: string;
};

/** QuickBooks' entity of each data type to whose records files are attached. */
export const entityOf: Readonly<Record<string, string>> = {
  ...{ invoices: 'Invoice', bills: 'Bill', customers: 'Customer', suppliers: 'Vendor', items: 'Item' },
  ...{ payments: 'Payment', billPayments: 'BillPayment', creditNotes: 'CreditMemo', billCreditNotes: 'VendorCredit' },
  ...{ journalEntries: 'JournalEntry', purchaseOrders: 'PurchaseOrder', transfers: 'Transfer' },
};
/** Entities that are in one data set with others, so that their ids have the entity in front. */
const combined: Readonly<Record<string, string>> = {
  ...{ Purchase: 'bankTransactions', Deposit: 'bankTransactions' },
  ...{ SalesReceipt: 'invoices', RefundReceipt: 'creditNotes' },
};

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function recordRefOf({ type = '', value }: QboRef & { type?: string }) {
  const [entity, dataSet] = Object.entries(combined).find(([name]) => same(name, type)) ?? [];
  if (entity !== undefined && dataSet !== undefined) return { dataType: dataSet, id: combinedId(entity, value) };
  const [dataType] = Object.entries(entityOf).find(([, name]) => same(name, type)) ?? [];
  return dataType && { dataType, id: value };
}

export function entityRefOf({ dataType, id }: { dataType: string; id: string }): object {
  const [, name = '', value] = /^([a-z]+)-(.+)$/.exec(id) ?? [];
  const [entity] = Object.entries(combined).find(([one, of]) => same(one, name) && of === dataType) ?? [];
  return entity === undefined ? { type: entityOf[dataType] ?? name, value: id } : { type: entity, value };
}

export const source: Source = {
  entity: 'Attachable',
  // Notes are attachables, too, but have no file.
  belongs: (wire: QboAttachable) => wire.FileName !== undefined,
  map: (wire: QboAttachable) => {
    const refs = (wire.AttachableRef ?? []).flatMap(({ EntityRef }) => (EntityRef ? [recordRefOf(EntityRef)] : []));
    const created = wire.MetaData?.CreateTime;
    return {
      name: wire.FileName,
      contentType: present(wire.ContentType),
      size: wire.Size,
      recordRef: refs.find((ref) => ref !== undefined),
      description: present(wire.Note),
      createdDate: created && new Date(created).toISOString(),
    };
  },
};

/** The temporary addresses are new in every response. With them, every record would look changed. */
export function recordIn(element: string): PulledRecord {
  const { TempDownloadUri, ThumbnailTempDownloadUri, ...rest } = JSON.parse(element) as Record<string, unknown>;
  return readRecord(JSON.stringify(rest), source);
}
