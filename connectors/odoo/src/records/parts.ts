import { related } from '../specification.ts';
import { optionalText } from '../values.ts';
import type { CurrencyRef, Ref, TaxRef } from '../wire.ts';

/** Parts of the data types: fields to read, and how they are mapped. */
export const stamps = 'write_date';
export const currencyField = related('currency_id', 'name');
export const taxFields = ['name', 'amount', 'amount_type'];

export const namedRef = ({ id, name, display_name: shown }: Ref) => ({
  id: String(id),
  name: optionalText(name || shown),
});
export const optionalRef = (ref: Ref | false | undefined) => (ref ? namedRef(ref) : undefined);
export const customerRef = (partner: Ref | false) =>
  partner ? { id: String(partner.id), companyName: optionalText(partner.display_name) } : undefined;
export const supplierRef = (partner: Ref | false) =>
  partner ? { id: String(partner.id), supplierName: optionalText(partner.display_name) } : undefined;

/** Odoo's taxes are percentages, fixed amounts, formulas or groups of taxes. Only a percentage is a rate. */
export const rateOf = ({ amount, amount_type: kind }: Pick<TaxRef, 'amount' | 'amount_type'>) =>
  kind === 'percent' || kind === 'division' ? amount : undefined;
export const taxRateRef = (tax: TaxRef | undefined) =>
  tax && { id: String(tax.id), name: tax.name, effectiveTaxRate: rateOf(tax) };

export const codeOf = (currency: CurrencyRef | false | undefined) =>
  currency && /^[A-Z]{3}$/.test(currency.name) ? currency.name : undefined;
export const activity = (isActive: boolean | undefined) => (isActive === false ? 'Archived' : 'Active');

/** A distribution maps ids of analytic accounts to percentages. A key may join ids of several plans: `1,7`. */
export type Distribution = Record<string, number> | false | null;
export const trackingOf = (distribution: Distribution | undefined) => {
  const ids = Object.keys(distribution || {}).flatMap((key) => key.split(','));
  return ids.length > 0 ? [...new Set(ids)].map((id) => ({ id })) : undefined;
};
