import type { QboRef } from '../wire.ts';

/** Helpers for the values of records. A field that is undefined is left out of the record. */
export const day = (date: string) => `${date.slice(0, 10)}T00:00:00Z`;
export const present = (text: string | null | undefined) => text || undefined;
export const numberOf = (amount: unknown) => Number(JSON.stringify(amount ?? 0));
export const optionalDay = (date: string | undefined) => (date ? day(date) : undefined);

export const namedRef = (ref: QboRef | undefined) => ref && { id: ref.value, name: present(ref.name) };
export const customerRef = (ref: QboRef | undefined) => ref && { id: ref.value, companyName: present(ref.name) };
export const supplierRef = (ref: QboRef | undefined) => ref && { id: ref.value, supplierName: present(ref.name) };
export const activity = (isActive: boolean | undefined) => (isActive === false ? 'Archived' : 'Active');

/** Helpers for the values of request bodies. */
export const dayToSend = (date: string) => date.slice(0, 10);
export const optionalDayToSend = (date: string | undefined) => (date === undefined ? undefined : dayToSend(date));
export const refTo = (ref: { id: string } | undefined) => ref && { value: ref.id };
export const currencyOf = (currency: string | undefined) => (currency === undefined ? undefined : { value: currency });
export const isActive = (status: 'Active' | 'Archived' | undefined) =>
  status === undefined ? undefined : status === 'Active';
