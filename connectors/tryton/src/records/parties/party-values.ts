import type { PushAnswer } from '@daybook/connector-kit';
import { closed, optional } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { refusal } from '../../push-refusals.ts';
import type { Tryton } from '../../session.ts';
import { name } from '../parts.ts';

/** What the creation and the update of a party share. */
const address = closed({
  type: Type.Enum(['Billing']),
  line1: optional(name()),
  line2: optional(name()),
  city: optional(name()),
  postalCode: optional(Type.String({ minLength: 1, maxLength: 20 })),
  country: optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 code of a country in Tryton.' })),
});

export const contact = {
  contactName: optional(name('The person who has this e-mail address and phone number.')),
  emailAddress: optional(name()),
  phone: optional(name()),
  addresses: optional(Type.Array(address, { maxItems: 20 })),
};

/** A party cannot be deleted once it has documents, so it is archived instead. */
export const status = optional(
  Type.Enum(['Active', 'Archived'], { description: 'Archived: Tryton no longer offers the party in new documents.' }),
);

const contactSchema = closed({ ...contact, status });
export type PushedParty = Static<typeof contactSchema> & { customerName?: string; supplierName?: string };

export const pushedName = ({ customerName, supplierName }: PushedParty) => customerName ?? supplierName;

export const contactValues = (record: PushedParty) => [
  ...(record.emailAddress ? [{ type: 'email', value: record.emailAddress, name: record.contactName }] : []),
  ...(record.phone ? [{ type: 'phone', value: record.phone, name: record.contactName }] : []),
];

export const addressValues = (address: Partial<NonNullable<PushedParty['addresses']>[number]>) => ({
  street: [address.line1, address.line2].filter(Boolean).join('\n') || undefined,
  city: address.city,
  postal_code: address.postalCode,
  country: address.country,
});

/** Replaces the codes of countries by Tryton's ids. Returns a refusal if Tryton does not have a country. */
export async function withCountries<Address extends { country?: string | undefined }>(
  tryton: Tryton,
  addresses: readonly Address[],
): Promise<(Omit<Address, 'country'> & { country: number | undefined })[] | PushAnswer> {
  const codes = [...new Set(addresses.flatMap(({ country }) => country ?? []))];
  const params = [[['code', 'in', codes]], 0, null, null, ['code']];
  const found = codes.length
    ? await tryton.call<{ id: number; code: string }[]>('model.country.country.search_read', params)
    : [];
  const ids = new Map(found.map(({ id, code }) => [code, id]));
  const unknown = addresses.findIndex(({ country }) => country !== undefined && !ids.has(country));
  if (unknown !== -1) {
    const message = `There is no country ${addresses[unknown]?.country}.`;
    return refusal(message, { itemId: `addresses.${unknown}.country` });
  }
  return addresses.map((address) => ({ ...address, country: ids.get(address.country ?? '') }));
}
