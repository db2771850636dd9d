import { sandboxType } from '../../sandbox-type.ts';
import { mapAddress, type WireAddress } from '../parties.ts';
import { day } from '../values.ts';

type WireInfo = {
  name: string;
  legal_name: string;
  registration_no: string;
  vat_no: string;
  currency: string;
  year_starts_on: string;
  addresses: WireAddress[];
  website: string;
};

export const info = sandboxType({
  dataType: 'info',
  map: (wire: WireInfo) => ({
    companyName: wire.name,
    companyLegalName: wire.legal_name,
    registrationNumber: wire.registration_no,
    taxNumber: wire.vat_no,
    baseCurrency: wire.currency,
    financialYearStartDate: day(wire.year_starts_on),
    addresses: wire.addresses.map(mapAddress),
    webLinks: [{ type: 'Website', url: wire.website }],
  }),
});
