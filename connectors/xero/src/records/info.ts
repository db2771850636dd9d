import { xeroType } from '../xero-type.ts';
import { mapAddresses, type XeroAddress } from './contacts.ts';
import { present } from './values.ts';

type XeroOrganisation = {
  OrganisationID: string;
  Name: string;
  LegalName?: string;
  RegistrationNumber?: string;
  TaxNumber?: string;
  BaseCurrency?: string;
  Addresses?: XeroAddress[];
  ExternalLinks?: { LinkType: string; Url: string }[];
};

/** The organisation itself. It cannot be changed through the API. */
export const info = xeroType({
  dataType: 'info',
  endpoint: 'Organisation',
  member: 'Organisations',
  id: (wire: XeroOrganisation) => wire.OrganisationID,
  isDated: false,
  map: (wire: XeroOrganisation) => ({
    companyName: wire.Name,
    companyLegalName: present(wire.LegalName),
    registrationNumber: present(wire.RegistrationNumber),
    taxNumber: present(wire.TaxNumber),
    baseCurrency: present(wire.BaseCurrency),
    addresses: mapAddresses(wire.Addresses),
    webLinks: wire.ExternalLinks?.map(({ LinkType, Url }) => ({ type: LinkType, url: Url })),
  }),
});
