import { unreadable } from '../../pull-records.ts';
import type { Tryton } from '../../session.ts';
import type { Source } from '../../source.ts';
import { decode } from '../../values.ts';
import type { Stamps } from '../../wire.ts';
import { bills } from '../bills.ts';
import { creditNotes } from '../credit-notes.ts';
import { isCreditNote, type WireInvoice } from '../documents.ts';
import { invoices } from '../invoices/invoices.ts';
import { items } from '../items.ts';
import { journalEntries } from '../journal-entries.ts';
import { customers } from '../parties/customers.ts';
import { suppliers } from '../parties/suppliers.ts';
import { optionalText, stamps } from '../parts.ts';

export type WireAttachment = Stamps & {
  name: string;
  /** The record that it belongs to, such as `account.invoice,5`. */
  resource: string;
  data_size: number | null;
  description: string | null;
  /** Data type of the record; missing if Daybook does not have it. */
  kind?: string;
};

/** The data types whose records can have files. A party is listed as a customer and as a supplier. */
export const owners: Readonly<Record<string, Source>> = Object.fromEntries(
  [invoices, bills, creditNotes, journalEntries, customers, suppliers, items].map((type) => [
    type.dataType,
    type.source,
  ]),
);

const ofCompany = (company: number) =>
  ['account.invoice', 'account.move'].map((model) => ['resource.company', '=', company, model]);
/** Every company of a database has the same parties and products. */
const shared = ['party.party', 'product.product'].map((model) => ['resource', 'like', `${model},%`]);

const kinds: Readonly<Record<string, string>> = { 'party.party': 'customers', 'product.product': 'items' };
type Document = Pick<WireInvoice, 'id' | 'type' | 'state' | 'total_amount'>;

/** Attachments tell only the model of a record. Invoices and ledger entries have several data types, or none. */
const lookedUp: Readonly<Record<string, { fields: string[]; kindOf(row: Document): string | undefined }>> = {
  'account.invoice': {
    fields: ['type', 'total_amount'],
    kindOf: (row) => (row.type === 'in' ? 'bills' : isCreditNote(row) ? 'creditNotes' : 'invoices'),
  },
  'account.move': { fields: ['state'], kindOf: ({ state }) => (state === 'posted' ? 'journalEntries' : undefined) },
};

const modelOf = ({ resource }: WireAttachment) => resource.split(',')[0] ?? '';
const ownerId = ({ resource }: WireAttachment) => Number(resource.split(',')[1]);

async function addKinds(tryton: Pick<Tryton, 'call'>, rows: object[]): Promise<void> {
  const all = (rows as WireAttachment[]).filter(({ resource }) => typeof resource === 'string');
  for (const row of all) if (kinds[modelOf(row)]) row.kind = kinds[modelOf(row)] as string;
  for (const [model, { fields, kindOf }] of Object.entries(lookedUp)) {
    const own = all.filter((row) => modelOf(row) === model);
    if (own.length === 0) continue;
    const domain = [['id', 'in', [...new Set(own.map(ownerId))]]];
    const params = [domain, 0, null, null, fields];
    const found = decode(await tryton.call(`model.${model}.search_read`, params).catch(unreadable)) as Document[];
    const byId = new Map(found.map((document) => [document.id, kindOf(document)]));
    for (const row of own) {
      const kind = byId.get(ownerId(row));
      if (kind) row.kind = kind;
    }
  }
}

export const source = {
  model: 'ir.attachment',
  // An attachment may also be only an address.
  domain: [['type', '=', 'data']],
  ofCompany: (company: number) => [['OR', ...ofCompany(company), ...shared]],
  fields: ['name', 'resource', 'data_size', 'description', ...stamps],
  movedBy: [],
  complete: addKinds,
  map: (wire: WireAttachment) => ({
    name: wire.name,
    size: wire.data_size ?? 0,
    recordRef: wire.kind && { dataType: wire.kind, id: String(ownerId(wire)) },
    description: optionalText(wire.description),
    createdDate: wire.create_date ?? undefined,
  }),
} satisfies Source;
