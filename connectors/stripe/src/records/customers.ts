import { undoBy } from '@daybook/connector-kit';
import { allOperations, closed, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { currencyOf, present } from '../money.ts';
import { ownMetadata } from '../own-fields.ts';
import { stripeSource, stripeType } from '../stripe-type.ts';
import { idOf } from './documents.ts';

export type StripeAddress = {
  line1?: string | null;
  line2?: string | null;
  city?: string | null;
  state?: string | null;
  country?: string | null;
  postal_code?: string | null;
};

export type StripeCustomer = {
  id: string;
  name?: string | null;
  business_name?: string | null;
  individual_name?: string | null;
  email?: string | null;
  phone?: string | null;
  currency?: string | null;
  address?: StripeAddress | null;
  shipping?: { address?: StripeAddress | null } | null;
  tax_ids?: { data: { value: string }[] };
};

export function mapAddress(type: 'Billing' | 'Delivery', wire: StripeAddress | null | undefined) {
  const parts = {
    line1: present(wire?.line1),
    line2: present(wire?.line2),
    city: present(wire?.city),
    region: present(wire?.state),
    country: present(wire?.country),
    postalCode: present(wire?.postal_code),
  };
  return Object.values(parts).some(Boolean) ? [{ type, ...parts }] : [];
}

/** A customer needs no name at Stripe. Then the e-mail address or the id stands in its place. */
export const mapCustomer = (wire: StripeCustomer) => ({
  customerName:
    present(wire.name) ??
    present(wire.business_name) ??
    present(wire.individual_name) ??
    present(wire.email) ??
    wire.id,
  contactName: present(wire.individual_name),
  emailAddress: present(wire.email),
  phone: present(wire.phone),
  addresses: [...mapAddress('Billing', wire.address), ...mapAddress('Delivery', wire.shipping?.address)],
  taxNumber: present(wire.tax_ids?.data[0]?.value),
  defaultCurrency: currencyOf(wire.currency),
  status: 'Active',
});

const schema = closed({
  customerName: text(256),
  emailAddress: optional(text(512)),
  phone: optional(text(20)),
  addresses: optional(
    Type.Array(
      closed({
        type: Type.Enum(['Billing']),
        line1: optional(text(200)),
        line2: optional(text(200)),
        city: optional(text(200)),
        region: optional(text(200)),
        country: optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166 code of two letters.' })),
        postalCode: optional(text(200)),
      }),
      { maxItems: 1 },
    ),
  ),
});

export const customers = stripeType({
  dataType: 'customers',
  sources: [
    stripeSource<StripeCustomer>({
      path: 'customers',
      expand: ['tax_ids'],
      events: [
        ...['customer.created', 'customer.updated', 'customer.deleted'],
        ...['customer.tax_id.created', 'customer.tax_id.updated', 'customer.tax_id.deleted'],
      ],
      changedId: (object: { object?: string; id?: string; customer?: string | { id: string } }) =>
        object.object === 'customer' ? object.id : idOf(object.customer),
      map: mapCustomer,
    }),
  ],
  push: {
    operations: allOperations(schema),
    choices: {},
    customFields: ownMetadata,
    undo: undoBy.delete,
    body: ({ customerName, emailAddress, phone, addresses }: Static<typeof schema>) => {
      const [address] = addresses ?? [];
      return {
        name: customerName,
        email: emailAddress,
        phone,
        address: address && {
          line1: address.line1,
          line2: address.line2,
          city: address.city,
          state: address.region,
          country: address.country,
          postal_code: address.postalCode,
        },
      };
    },
    fields: {
      name: 'customerName',
      email: 'emailAddress',
      phone: 'phone',
      'address[country]': 'addresses.0.country',
      address: 'addresses',
    },
  },
});
