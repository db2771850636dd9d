import { odooType } from '../odoo-type.ts';
import { fields, related } from '../specification.ts';
import { day, optionalText } from '../values.ts';
import type { CurrencyRef, Stamps, Text } from '../wire.ts';
import { addressFields, ownAddress, type WireAddress } from './partners.ts';
import { codeOf, currencyField, stamps } from './parts.ts';

type WireCompany = Stamps & {
  name: string;
  vat: Text;
  company_registry: Text;
  website: Text;
  currency_id: CurrencyRef;
  fiscalyear_last_day: number;
  fiscalyear_last_month: string;
  partner_id: WireAddress;
  year_start: string;
};

const dayMs = 24 * 3600_000;

/** Odoo knows the last day of the fiscal year. Returns the first day of the year that contains `at`. */
export function yearStart(lastMonth: number, lastDay: number, at: number): string {
  // A year can end on 29 February. In other years that is the 28th.
  const end = (year: number) => Math.min(Date.UTC(year, lastMonth - 1, lastDay), Date.UTC(year, lastMonth, 0));
  const start = (year: number) => end(year) + dayMs;
  const year = new Date(at).getUTCFullYear();
  const latest = start(year) <= at ? start(year) : start(year - 1);
  return new Date(latest).toISOString().slice(0, 10);
}

export const info = odooType({
  dataType: 'info',
  model: 'res.company',
  company: 'self',
  domain: [],
  fields: fields(
    ...['name', 'vat', 'company_registry', 'website', 'fiscalyear_last_day', 'fiscalyear_last_month', stamps],
    currencyField,
    related('partner_id', ...addressFields),
  ),
  movedBy: 'all',
  async complete(odoo, rows) {
    for (const row of rows as WireCompany[])
      row.year_start = yearStart(Number(row.fiscalyear_last_month), row.fiscalyear_last_day, odoo.serverMs());
  },
  map: (wire: WireCompany) => ({
    companyName: wire.name,
    registrationNumber: optionalText(wire.company_registry),
    taxNumber: optionalText(wire.vat),
    baseCurrency: codeOf(wire.currency_id),
    financialYearStartDate: day(wire.year_start),
    addresses: ownAddress(wire.partner_id),
    webLinks: wire.website ? [{ type: 'Website', url: wire.website }] : [],
  }),
});
