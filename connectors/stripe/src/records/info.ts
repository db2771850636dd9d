import { defineType, type PulledRecord, pullChanged } from '@daybook/connector-kit';
import { currencyOf, present } from '../money.ts';
import { type Access, getFromStripe, readStripe } from '../request-stripe.ts';
import type { StripeShared } from '../stripe-type.ts';
import { mapAddress, type StripeAddress } from './customers.ts';

export type StripeAccount = {
  id: string;
  email?: string | null;
  default_currency?: string;
  business_profile?: { name?: string | null; url?: string | null; support_address?: StripeAddress | null } | null;
  company?: { name?: string | null; address?: StripeAddress | null } | null;
  settings?: { dashboard?: { display_name?: string | null } } | null;
};

export const accountName = (wire: StripeAccount): string =>
  present(wire.business_profile?.name) ??
  present(wire.settings?.dashboard?.display_name) ??
  present(wire.company?.name) ??
  present(wire.email) ??
  wire.id;

export const mapInfo = (wire: StripeAccount) => {
  const url = present(wire.business_profile?.url);
  return {
    companyName: accountName(wire),
    companyLegalName: present(wire.company?.name),
    baseCurrency: currencyOf(wire.default_currency),
    addresses: mapAddress('Billing', wire.company?.address ?? wire.business_profile?.support_address),
    webLinks: url ? [{ type: 'Website', url }] : [],
  };
};

export async function readAccount(access: Access): Promise<StripeAccount> {
  return readStripe<StripeAccount>((await getFromStripe(access, 'account')).body);
}

async function readInfo(access: Access): Promise<PulledRecord[]> {
  const wire = await readAccount(access);
  const { id, email, default_currency, business_profile, company, settings } = wire;
  // Other members, such as requirements with a deadline, change without meaning for the record.
  const source = { id, email, default_currency, business_profile, company, dashboard: settings?.dashboard };
  return [{ id, record: () => mapInfo(wire), source: JSON.stringify(source) }];
}

export const info = defineType<StripeShared>({
  dataType: 'info',
  pull: ({ baseUrl }) => pullChanged((access) => readInfo({ baseUrl, ...access })),
  fromSource(text) {
    const { dashboard, ...wire } = readStripe<
      StripeAccount & Pick<NonNullable<StripeAccount['settings']>, 'dashboard'>
    >(text);
    return {
      id: wire.id,
      record: () => mapInfo({ ...wire, ...(dashboard && { settings: { dashboard } }) }),
      source: text,
    };
  },
});
