import type { AmountsOf } from './amounts.ts';
import { hashText } from './random.ts';

/**
 * A company key, such as `acme-5000`: any name, a hyphen, and the number of invoices that the company has. Every key of
 * this form is a valid company. The key is also the seed from which all data of the company is generated. If the key
 * starts with `exact`, amounts have up to 30 digits; if it starts with `demo`, all amounts are everyday ones. If it
 * starts with `ledger`, they are too, and the balances of accounts and the statements are computed from the documents
 * (`openLedger`).
 */
export type CompanyKey = { key: string; seed: number; invoices: number; amounts: AmountsOf; isLedger: boolean };

export const invoicesMin = 100;
export const invoicesMax = 1_000_000;

export function parseCompanyKey(key: string): CompanyKey | undefined {
  const [, number] = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}-(\d{3,7})$/.exec(key) ?? [];
  const invoices = Number(number);
  if (!number || invoices < invoicesMin || invoices > invoicesMax) return undefined;
  return { key, seed: hashText(key), invoices, amounts: amountsOf(key), isLedger: key.startsWith('ledger') };
}

function amountsOf(key: string): AmountsOf {
  if (key.startsWith('exact')) return 'big';
  return key.startsWith('demo') || key.startsWith('ledger') ? 'everyday' : 'mixed';
}
