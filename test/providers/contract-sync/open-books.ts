import type { BookSizes, ContractBooks } from './contract-books.ts';
import { openQuickbooks } from './quickbooks-contract.ts';
import { openStripe } from './stripe-contract.ts';
import { openXero } from './xero-contract.ts';

type Open = (sizes: BookSizes) => Promise<ContractBooks>;

/** The platforms whose contract server stands for the real one. */
export const openBooks = { xero: openXero, quickbooks: openQuickbooks, stripe: openStripe } as const satisfies Record<
  string,
  Open
>;
export type ContractPlatform = keyof typeof openBooks;
