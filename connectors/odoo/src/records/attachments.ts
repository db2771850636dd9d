import { type ReadContent, Unavailable, Unsupported } from '@daybook/connector-kit';
import { Refused } from '../answers.ts';
import { type OdooShared, odooType } from '../odoo-type.ts';
import { readRows } from '../pull-records.ts';
import { attachmentPush } from '../push/push-attachment.ts';
import type { Odoo } from '../session.ts';
import { fields } from '../specification.ts';
import { optionalText } from '../values.ts';
import type { Stamps, Text } from '../wire.ts';
import { stamps } from './parts.ts';

type WireAttachment = Stamps & {
  name: string;
  mimetype: Text;
  file_size: number;
  checksum: Text;
  res_model: string;
  res_id: number;
  description: Text;
  create_date: string;
  /** The type of the journal entry or of the partner of a payment, which `complete` adds. */
  kind?: string;
};

/** Data types of the records that have files; of some models it depends on the record. */
const byKind: Readonly<Record<string, Record<string, string>>> = {
  'account.move': {
    ...{ out_invoice: 'invoices', in_invoice: 'bills', out_refund: 'creditNotes', in_refund: 'billCreditNotes' },
    entry: 'journalEntries',
  },
  'account.payment': { customer: 'payments', supplier: 'billPayments' },
};
const kindFields: Readonly<Record<string, string>> = {
  'account.move': 'move_type',
  'account.payment': 'partner_type',
};
const byModel: Readonly<Record<string, string>> = {
  'res.partner': 'customers',
  'product.product': 'items',
  'sale.order': 'salesOrders',
  'purchase.order': 'purchaseOrders',
};
const models = [...Object.keys(byKind), ...Object.keys(byModel)];

/** What the attachments say of their records is only a model and an id. */
async function addKinds(odoo: Pick<Odoo, 'call'>, rows: object[]): Promise<void> {
  const all = rows as WireAttachment[];
  for (const [model, field] of Object.entries(kindFields)) {
    const own = all.filter((row) => row.res_model === model);
    if (own.length === 0) continue;
    const domain = [['id', 'in', [...new Set(own.map((row) => row.res_id))]]];
    const parameters = { domain, fields: [field] };
    const found = await odoo.call<({ id: number } & Record<string, unknown>)[]>(model, 'search_read', parameters);
    const kinds = new Map(found.map((row) => [row.id, String(row[field])]));
    for (const row of own) {
      const kind = kinds.get(row.res_id);
      if (kind !== undefined) row.kind = kind;
    }
  }
}

const source = {
  model: 'ir.attachment',
  company: 'shared' as const,
  // A file that is the value of a field, such as a picture, has `res_field`. An attachment may also be only an address.
  domain: [
    ['res_model', 'in', models],
    ['res_id', '!=', 0],
    ['res_field', '=', false],
    ['type', '=', 'binary'],
  ],
  fields: fields(
    ...['name', 'mimetype', 'file_size', 'checksum', 'res_model', 'res_id', 'description', 'create_date', stamps],
  ),
  movedBy: [],
  complete: addKinds,
  map: (wire: WireAttachment) => {
    const dataType = byModel[wire.res_model] ?? byKind[wire.res_model]?.[wire.kind ?? ''];
    return {
      name: wire.name,
      contentType: optionalText(wire.mimetype),
      size: wire.file_size,
      hash: wire.checksum ? { algorithm: 'SHA-1', value: wire.checksum } : undefined,
      recordRef: dataType && { dataType, id: String(wire.res_id) },
      description: optionalText(wire.description),
      createdDate: `${wire.create_date.replace(' ', 'T')}Z`,
    };
  },
};

/** Odoo sends files in base64, as a member of the record. */
const readContent =
  ({ sessions }: OdooShared): ReadContent =>
  async ({ http, credentials, id }) => {
    const odoo = sessions({ http, credentials });
    const number = Number(id);
    const missing = () => new Unsupported('Odoo no longer has this file.');
    if (!Number.isSafeInteger(number) || number <= 0 || number > 2 ** 31 - 1) throw missing();
    // Odoo answers the call below with an empty list if there is no such record. And the file must be of the company.
    const domain = [...source.domain, ['id', '=', number]];
    const { rows } = await readRows(odoo, {
      source: { model: source.model, company: source.company, fields: fields('name') },
      ...{ domain, after: 0, limit: 1 },
    });
    if (rows.length === 0) throw missing();
    try {
      await odoo.open(source.model, 'read', { ids: [number], fields: ['datas'] });
    } catch (error) {
      throw error instanceof Refused ? new Unavailable(`Odoo reported an error: ${error.message}`) : error;
    }
    return { kind: 'base64', member: 'datas' };
  };

export const attachments = {
  ...odooType({ dataType: 'attachments', ...source, push: attachmentPush }),
  content: readContent,
};
