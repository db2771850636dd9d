import { trytonType } from '../tryton-type.ts';
import type { CurrencyRef, Stamps } from '../wire.ts';
import {
  addressFields,
  identifierFields,
  mapAddresses,
  taxNumber,
  type WireAddress,
  type WireIdentifier,
} from './parties/parties.ts';
import { optionalText, stamps, under } from './parts.ts';

type WireCompany = Stamps & {
  currency: CurrencyRef;
  party: {
    id: number;
    name: string | null;
    website: string | null;
    addresses: WireAddress[];
    identifiers: WireIdentifier[];
  };
};

export const info = trytonType({
  dataType: 'info',
  model: 'company.company',
  company: 'id',
  domain: [],
  fields: [
    ...['currency.code', 'party.name', 'party.website'],
    ...under('party.addresses', addressFields),
    ...under('party.identifiers', identifierFields),
    ...stamps,
  ],
  movedBy: 'all',
  map: (wire: WireCompany) => ({
    companyName: wire.party.name || `Company ${wire.id}`,
    taxNumber: optionalText(taxNumber(wire.party.identifiers)),
    baseCurrency: wire.currency.code,
    addresses: mapAddresses(wire.party.addresses),
    webLinks: wire.party.website ? [{ type: 'Website', url: wire.party.website }] : [],
  }),
});
