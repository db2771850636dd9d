import {
  type Amount,
  amountText,
  chooseAmountKind,
  minus,
  partOf,
  plus,
  randomAmount,
  times,
} from '../books/amounts.ts';
import { type Book, randomOf, streams } from '../books/book.ts';
import type { Random } from '../books/random.ts';
import { memoTexts } from '../books/words.ts';
import { references } from './references.ts';
import {
  costAccountCount,
  firstCostAccount,
  firstRevenueAccount,
  revenueAccountCount,
} from './tables/account-names.ts';
import { itemName } from './tables/item-names.ts';
import { taxRateCount, taxRateOf } from './tables/tax-rate-table.ts';
import { trackingCount } from './tables/tracking-names.ts';

/** Lines and totals of an invoice, bill, credit note or order. Every total is the exact sum of its lines. */
export type DocumentBody = {
  scale: number;
  /** The fields from `lines` to `gross_total`, as JSON text. */
  text: string;
  gross: Amount;
};

export const salesTypes = ['invoices', 'creditNotes', 'salesOrders'];

export function documentBody(book: Book, dataType: string, index: number, revision: number): DocumentBody {
  const random = randomOf(book, dataType, index, revision, streams.body);
  const kind = chooseAmountKind(random, book.amounts);
  const { scale } = kind;
  const isSale = salesTypes.includes(dataType);
  const lineCount = 1 + random.below(4);
  const accounts = references(book, 'accounts');
  const items = references(book, 'items');
  const taxRates = references(book, 'taxRates');
  const categories = references(book, 'trackingCategories');
  let lines = '';
  let net: Amount = 0;
  let discount: Amount = 0;
  let tax: Amount = 0;
  for (let line = 0; line < lineCount; line++) {
    const unit = randomAmount(random, kind, 100, 50_000);
    const quantity = 1 + random.below(9);
    const full = times(unit, quantity);
    const lineDiscount = random.below(4) === 0 ? partOf(full, 500 + random.below(2) * 500) : 0;
    const lineNet = minus(full, lineDiscount);
    const rate = random.below(taxRateCount);
    const lineTax = partOf(lineNet, taxRateOf(rate).hundredths);
    const item = random.below(200);
    const account = isSale
      ? firstRevenueAccount + random.below(revenueAccountCount)
      : firstCostAccount + random.below(costAccountCount);
    const tracking = random.below(trackingCount * 2);
    net = plus(net, lineNet);
    discount = plus(discount, lineDiscount);
    tax = plus(tax, lineTax);
    lines +=
      `${line ? ',' : ''}{"text":"${itemName(book, item)}","unit_price":${amountText(unit, scale)},"quantity":${quantity}` +
      `,"discount":${amountText(lineDiscount, scale)},"net":${amountText(lineNet, scale)},"tax":${amountText(lineTax, scale)}` +
      `,"gross":${amountText(plus(lineNet, lineTax), scale)},"account":${accounts[account]}` +
      `,"tax_rate":${taxRates[rate]},"item":${items[item]}` +
      `,"tracking":[${categories[tracking] ?? ''}]}`;
  }
  const gross = plus(net, tax);
  const text =
    `"lines":[${lines}],"net_total":${amountText(net, scale)},"discount_total":${amountText(discount, scale)}` +
    `,"tax_total":${amountText(tax, scale)},"gross_total":${amountText(gross, scale)}`;
  return { scale, text, gross };
}

/** One document in ten is in a foreign currency. */
export function currencyText(random: Random): string {
  const choice = random.below(20);
  if (choice === 0) return `"currency":"USD","exchange_rate":${(8000 + random.below(2000)) / 10_000}`;
  if (choice === 1) return `"currency":"GBP","exchange_rate":${(11_000 + random.below(1000)) / 10_000}`;
  return '"currency":"EUR","exchange_rate":1';
}

/** The memo changes with every revision, so that a changed record differs in more than its timestamp. */
export function memoText(random: Random, revision: number): string {
  const memo = random.pick(memoTexts);
  return revision ? `"memo":"${memo} (change ${revision})"` : `"memo":"${memo}"`;
}
