import assert from 'node:assert/strict';
import type { LinkedCompany } from '../../../../test/providers/linked-company.ts';
import { inDatabase } from './odoo-server.ts';

/** Invoices as Odoo's database has them, to compare them with those of Daybook. */
export type Invoice = {
  id: number;
  name: string | null;
  state: string;
  payment_state: string;
  customer: string;
  currency: string;
  total: number;
  due: number;
  lines: [string | null, number, number, number][];
};

export async function invoicesAtOdoo(database: string): Promise<Map<string, Invoice>> {
  const { rows } = await inDatabase(
    database,
    `select m.id, m.name, m.state, m.payment_state, p.complete_name as customer, c.name as currency,
      m.amount_total::float8 as total,
      m.amount_residual::float8 as due,
      coalesce(json_agg(json_build_array(l.name, l.quantity, l.price_unit, l.price_subtotal)
        order by l.sequence, l.id) filter (where l.id is not null), '[]') as lines
    from account_move m join res_partner p on p.id = m.commercial_partner_id
    join res_currency c on c.id = m.currency_id
    left join account_move_line l on l.move_id = m.id and l.display_type = 'product'
    where m.company_id = 1 and m.move_type in ('out_invoice', 'out_receipt') group by m.id, p.id, c.id`,
  );
  return new Map((rows as Invoice[]).map((row) => [String(row.id), row]));
}

const paid: Record<string, string> = {
  paid: 'Paid',
  reversed: 'Paid',
  partial: 'PartiallyPaid',
  not_paid: 'Submitted',
};

const asDaybook = (row: Invoice) => ({
  number: row.name && row.name !== '/' ? row.name : undefined,
  status: row.state === 'draft' ? 'Draft' : row.state === 'cancel' ? 'Void' : paid[row.payment_state],
  customer: row.customer,
  currency: row.currency,
  total: row.total,
  due: row.state === 'cancel' ? 0 : row.due,
  lines: row.lines.map(([name, ...amounts]) => [name ?? undefined, ...amounts]),
});

// biome-ignore lint/suspicious/noExplicitAny: a record as it came over HTTP.
const asOdoo = (record: any) => ({
  number: record.invoiceNumber,
  status: record.status,
  customer: record.customerRef.companyName,
  currency: record.currency,
  total: record.totalAmount,
  due: record.amountDue,
  lines: record.lineItems.map((line: Record<string, unknown>) => [
    ...[line.description, line.quantity, line.unitAmount, line.subTotal],
  ]),
});

/** Every invoice of Daybook must equal the one in Odoo's tables. Returns their number. */
export async function compareInvoices(company: LinkedCompany, database: string): Promise<number> {
  const { size, missing, different, deletedOnly } = await differences(company, database);
  assert.deepEqual({ missing, different, deletedOnly }, { missing: [], different: [], deletedOnly: [] });
  return size;
}

/** `missing` and `different`: ids of invoices that Daybook lacks or has otherwise. `deletedOnly`: those it has too many. */
export const differences = async (company: LinkedCompany, database: string) =>
  differencesOf(await company.records('invoices'), await invoicesAtOdoo(database));

// biome-ignore lint/suspicious/noExplicitAny: records as they came over HTTP.
export function differencesOf(ours: ReadonlyMap<string, any>, theirs: ReadonlyMap<string, Invoice>) {
  const shared = [...theirs].filter(([id]) => ours.has(id));
  return {
    size: theirs.size,
    missing: [...theirs.keys()].filter((id) => !ours.has(id)),
    different: shared.flatMap(([id, row]) => {
      const [held, wanted] = [asOdoo(ours.get(id)), asDaybook(row)];
      return isSame(held, wanted) ? [] : [{ id, held, wanted }];
    }),
    deletedOnly: [...ours.keys()].filter((id) => !theirs.has(id)),
  };
}

function isSame(left: object, right: object): boolean {
  try {
    assert.deepEqual(left, right);
    return true;
  } catch {
    return false;
  }
}
