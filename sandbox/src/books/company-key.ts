import { hashText } from './random.ts';

/**
 * Every key of the right form names a company. For example, `acme-5000` has 5,000 invoices. The key is the seed of all
 * data of the company. In a company whose key starts with `exact`, amounts have up to 30 digits.
 */
export type CompanyKey = { key: string; seed: number; invoices: number; isExact: boolean };

export const invoicesMin = 100;
export const invoicesMax = 1_000_000;

export function parseCompanyKey(key: string): CompanyKey | undefined {
  const [, number] = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}-(\d{3,7})$/.exec(key) ?? [];
  const invoices = Number(number);
  if (!number || invoices < invoicesMin || invoices > invoicesMax) return undefined;
  return { key, seed: hashText(key), invoices, isExact: key.startsWith('exact') };
}
