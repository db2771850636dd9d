import type { PushAnswer } from '@daybook/connector-kit';
import { ofCompany, unreadable } from '../pull-records.ts';
import type { Odoo } from '../session.ts';
import { wrong } from './refusals.ts';
import type { Model } from './table.ts';

export const partners: Model = { model: 'res.partner', company: 'shared' };
export const products: Model = { model: 'product.product', company: 'shared' };
export const ledgerAccounts: Model = { model: 'account.account', company: 'inherited' };
export const taxes: Model = { model: 'account.tax', company: 'inherited' };

/** The largest id that Odoo's database can hold. */
const idMax = 2 ** 31 - 1;

/** Returns the id as a number, or 0 for a text that cannot be an id. No record has the id 0. */
export function idFrom(text = ''): number {
  const id = Number(text);
  return /^[1-9][0-9]*$/.test(text) && id <= idMax ? id : 0;
}

/** A reference in the client's record, and the field that contains it. */
export type Reference = { to: Model; id: string | undefined; itemId: string };

/** Refuses a reference to a record that the company of the connection does not have. */
export async function refuseMissing(odoo: Odoo, references: readonly Reference[]): Promise<PushAnswer | undefined> {
  const given = references.filter(({ id }) => id !== undefined);
  for (const [model, all] of Map.groupBy(given, ({ to }) => to.model)) {
    const to = all[0]?.to as Model;
    const domain = [['id', 'in', [...new Set(all.map(({ id }) => idFrom(id)))]], ...(await ofCompany(odoo, to))];
    const found = await odoo.call<number[]>(model, 'search', { domain }).catch(unreadable);
    const missing = all.find(({ id }) => !found.includes(idFrom(id)));
    if (missing) return wrong(`There is no active ${model} ${missing.id}.`, missing.itemId);
  }
  return undefined;
}

export type Countries = ReadonlyMap<string, number>;

/** Returns the ids of countries by their ISO codes. */
export async function findCountries(odoo: Odoo, codes: readonly string[]): Promise<Countries> {
  if (codes.length === 0) return new Map();
  const parameters = { domain: [['code', 'in', codes]], fields: ['code'] };
  const rows = await odoo.call<{ id: number; code: string }[]>('res.country', 'search_read', parameters);
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/** Returns the id of an active currency. */
export async function findCurrency(odoo: Odoo, code: string): Promise<number | undefined> {
  const [id] = await odoo.call<number[]>('res.currency', 'search', { domain: [['name', '=', code]], limit: 1 });
  return id;
}
