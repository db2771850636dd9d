import { type PushWish, undoBy } from '@daybook/connector-kit';
import { closed, fileContent, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { alsoArchived, ofCompany, unreadable } from '../pull-records.ts';
import type { OdooCall } from '../requests.ts';
import type { Odoo } from '../session.ts';
import type { Domain } from '../source.ts';
import { externalId } from './load-record.ts';
import type { Pusher, PushKind } from './push-records.ts';
import { idFrom, partners, products } from './references.ts';
import { wrong } from './refusals.ts';
import { type Model, tableOf } from './table.ts';

type Owner = Model & { domain: Domain };

const moves = (type: string): Owner => ({
  ...{ model: 'account.move', company: 'own' },
  domain: [['move_type', '=', type]],
});
const moneyOf = (partner: string): Owner => ({
  ...{ model: 'account.payment', company: 'own' },
  domain: [['partner_type', '=', partner]],
});

/** The records that a file can be pushed to. */
const owners: Readonly<Record<string, Owner>> = {
  invoices: moves('out_invoice'),
  bills: moves('in_invoice'),
  creditNotes: moves('out_refund'),
  billCreditNotes: moves('in_refund'),
  // As the data type lists them: every posted entry, also that of a document.
  journalEntries: { model: 'account.move', company: 'own', domain: [['state', '=', 'posted']] },
  payments: moneyOf('customer'),
  billPayments: moneyOf('supplier'),
  customers: { ...partners, domain: [['customer_rank', '>', 0]] },
  suppliers: { ...partners, domain: [['supplier_rank', '>', 0]] },
  items: { ...products, domain: [] },
};

const schema = closed({
  name: text(200, 'Name of the file.'),
  contentType: Type.Optional(
    Type.String({
      ...{ pattern: '^[\\w.+-]+/[\\w.+-]+$', maxLength: 100 },
      description: 'Default: what Odoo recognises. Odoo may store files with HTML or SVG as text/plain.',
    }),
  ),
  recordRef: closed({ dataType: Type.Enum(Object.keys(owners)), id: text(20) }),
  description: Type.Optional(text(4000)),
  content: fileContent,
});
type PushedFile = Static<typeof schema>;

const model = 'ir.attachment';

const ownerOf = ({ recordRef }: PushedFile) => owners[recordRef.dataType] as Owner;

/** Odoo checks neither that the record exists nor that it belongs to the company. */
async function hasOwner(odoo: Odoo, file: PushedFile): Promise<boolean> {
  const owner = ownerOf(file);
  const domain = [...owner.domain, ...(await ofCompany(odoo, owner)), ['id', '=', idFrom(file.recordRef.id)]];
  return (await odoo.call<number[]>(owner.model, 'search', { domain }, alsoArchived).catch(unreadable)).length > 0;
}

const creator: Pusher = {
  request: (wish) => loadCall(wish, undefined),
  async complete(odoo, wish) {
    const file = wish.record as PushedFile;
    const { dataType, id } = file.recordRef;
    if (!(await hasOwner(odoo, file))) return wrong(`There is no record ${id} in ${dataType}.`, 'recordRef.id');
    return loadCall(wish, (await odoo.account()).company.id);
  },
};

function loadCall({ record, reference }: PushWish, company: number | undefined): OdooCall {
  const { name, contentType, recordRef, description, content } = record as PushedFile;
  const head = {
    ...{ id: externalId(reference), name, mimetype: contentType, description },
    ...{ res_model: owners[recordRef.dataType]?.model, res_id: recordRef.id, datas: content },
    'company_id/.id': company === undefined ? undefined : String(company),
  };
  return { model, method: 'load', parameters: tableOf(head) };
}

const remover: Pusher = {
  request: ({ recordId }) => ({ model, method: 'unlink', parameters: { ids: [idFrom(recordId)] } }),
  complete: async (_, wish) => remover.request(wish),
};

export const attachmentPush: PushKind = {
  operations: { create: schema, delete: true },
  undo: undoBy.delete,
  choices: {},
  names: { name: 'name', mimetype: 'contentType', description: 'description', datas: 'content' },
  pushers: { create: creator, delete: remover },
  // Every user may create attachments. Odoo asks whether he may write the record to which the file belongs.
  alsoNeeds: ({ record }) => ({ model: ownerOf(record as PushedFile).model, operation: 'write' }),
};
