import { Unavailable } from '@daybook/connector-kit';
import { alsoArchived, ofCompany, unreadable } from '../../pull-records.ts';
import type { Odoo } from '../../session.ts';
import type { Domain } from '../../source.ts';
import { fields } from '../../specification.ts';

/** Sums of the ledger, computed by Odoo's database. `month` is the first day, or empty if the sum is over all time. */
export type Sum = { account: number; month: string; debit: number; credit: number; balance: number };

export type LedgerAccount = { id: number; name: string; account_type: string };

const sums = ['debit', 'credit', 'balance'] as const;
type Group = Record<string, unknown> & {
  account_id: [number, string] | false;
  __range?: Record<string, { from: string } | false>;
};

/** Sums the posted entries of the company by account, and by month if `byMonth` is set. */
export async function sumLedger(odoo: Odoo, domain: Domain, { byMonth }: { byMonth: boolean }): Promise<Sum[]> {
  const { company, isJson2 } = await odoo.account();
  const all = [
    ...domain,
    ['company_id', '=', company.id],
    ['parent_state', '=', 'posted'],
    ['account_id', '!=', false],
  ];
  const groupby = ['account_id', ...(byMonth ? ['date:month'] : [])];
  const aggregates = sums.map((name) => `${name}:sum`);
  // Odoo 19 replaced `read_group`.
  const groups = isJson2
    ? await odoo.call<Group[]>('account.move.line', 'formatted_read_group', { domain: all, groupby, aggregates })
    : await odoo.call<Group[]>('account.move.line', 'read_group', {
        ...{ domain: all, groupby, fields: aggregates, lazy: false },
      });
  if (!Array.isArray(groups)) throw new Unavailable('Odoo sent no sums of the ledger.');
  return groups.flatMap((group) => {
    if (!group.account_id) return [];
    const value = (name: (typeof sums)[number]) => Number(group[`${name}:sum`] ?? group[name] ?? 0);
    const balances = { debit: value('debit'), credit: value('credit'), balance: value('balance') };
    return [{ account: group.account_id[0], month: monthOf(group), ...balances }];
  });
}

/** `formatted_read_group` returns the first day and a name; `read_group` returns the name, and the days separately. */
function monthOf(group: Group): string {
  const value = group['date:month'];
  if (Array.isArray(value)) return String(value[0]);
  return group.__range?.['date:month'] ? group.__range['date:month'].from : '';
}

export async function readAccounts(odoo: Odoo): Promise<LedgerAccount[]> {
  const source = { model: 'account.account', company: 'inherited' as const };
  const parameters = {
    domain: await ofCompany(odoo, source),
    specification: fields('name', 'account_type'),
    order: 'id',
  };
  const { records } = await odoo
    .call<{ records: LedgerAccount[] }>(source.model, 'web_search_read', parameters, alsoArchived)
    .catch(unreadable);
  return records;
}
