import { type Drafting, refer, referTracking } from './drafting.ts';
import { type Decimal, minus, percentOf, plus, times, toDecimal, toRaw, zero } from './exact-values.ts';
import type { Fields } from './read-fields.ts';

type Line = { net: Decimal; discount: Decimal; percent: Decimal; members: (tax: Decimal) => object };

/**
 * All amounts are exact except tax. Tax is rounded to cents, or to the decimal places of the document's net amounts if
 * they have more than two.
 */
export function draftLines(drafting: Drafting): { members: object; gross: Decimal } {
  const { fields } = drafting;
  const given = fields.objects('lines');
  if (given.length === 0) fields.problem('lines', 'must have at least one line');
  const lines = given.map((line) => draftLine(drafting, line));
  const places = Math.max(2, ...lines.map(({ net }) => net.scale));
  let [net, discount, tax] = [zero, zero, zero];
  const members = lines.map((line) => {
    const lineTax = percentOf(line.net, line.percent, places);
    net = plus(net, line.net);
    discount = plus(discount, line.discount);
    tax = plus(tax, lineTax);
    return line.members(lineTax);
  });
  const gross = plus(net, tax);
  return {
    members: {
      lines: members,
      net_total: toRaw(net),
      discount_total: toRaw(discount),
      tax_total: toRaw(tax),
      gross_total: toRaw(gross),
    },
    gross,
  };
}

function draftLine(drafting: Drafting, fields: Fields): Line {
  const text = fields.text('text', { max: 4000 });
  const unit = fields.decimal('unit_price', { isRequired: true }) ?? zero;
  const quantity = fields.decimal('quantity', { isRequired: true });
  if (quantity && quantity.units <= 0n) fields.problem('quantity', 'must be greater than zero');
  const discount = fields.decimal('discount') ?? zero;
  if (discount.units < 0n) fields.problem('discount', 'must not be negative');
  const account = refer(drafting, fields, { name: 'account', dataType: 'accounts', word: 'account' });
  const taxRate = refer(drafting, fields, { name: 'tax_rate', dataType: 'taxRates', word: 'tax rate' });
  const item = refer(drafting, fields, { name: 'item', dataType: 'items', word: 'item', isRequired: false });
  const tracking = referTracking(drafting, fields);
  const net = minus(times(unit, quantity ?? zero), discount);
  return {
    net,
    discount,
    percent: (taxRate?.percent && toDecimal(taxRate.percent)) ?? zero,
    members: (tax) => ({
      text,
      unit_price: toRaw(unit),
      quantity: toRaw(quantity ?? zero),
      discount: toRaw(discount),
      net: toRaw(net),
      tax: toRaw(tax),
      gross: toRaw(plus(net, tax)),
      account,
      tax_rate: taxRate,
      item,
      tracking,
    }),
  };
}
