import { pullChanged } from '@daybook/connector-kit';
import { closed, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { readQuery, readRecord } from '../pull-records.ts';
import { companyEntity } from '../push-records.ts';
import { quickbooksType } from '../quickbooks-type.ts';
import { companyUrl, getFromQuickbooks, readQuickbooks } from '../request-quickbooks.ts';
import type { QboMeta } from '../wire.ts';
import { addressBody, addressSchema, mapAddress, type QboAddress } from './parties.ts';
import { present } from './values.ts';

type QboCompany = QboMeta & {
  CompanyName: string;
  LegalName?: string;
  CompanyAddr?: QboAddress;
  Country?: string;
  WebAddr?: { URI?: string };
};

const schema = closed({
  companyName: text(1024),
  companyLegalName: optional(text(1024)),
  addresses: optional(
    Type.Array(closed({ ...addressSchema.properties, type: Type.Enum(['Billing']) }), {
      maxItems: 1,
      description: "The company's own address.",
    }),
  ),
});

const map = (wire: QboCompany) => ({
  companyName: wire.CompanyName,
  companyLegalName: present(wire.LegalName),
  addresses: mapAddress('Billing', wire.CompanyAddr),
  webLinks: wire.WebAddr?.URI ? [{ type: 'Website', url: wire.WebAddr.URI }] : undefined,
});

/** The company itself. Requests identify it by the company's realm id, not by the id in its record. */
export const info = quickbooksType({
  dataType: 'info',
  entity: companyEntity,
  map,
  pull: ({ baseUrl }) =>
    pullChanged(async ({ http, credentials }) => {
      const url = companyUrl(baseUrl, credentials, 'query', { query: 'select * from CompanyInfo' });
      const { body } = await getFromQuickbooks(http, url);
      const elements = readQuery(body, companyEntity);
      return readQuickbooks('', () => elements.map((text) => readRecord(text, { entity: companyEntity, map })));
    }),
  push: {
    operations: { update: schema },
    choices: {},
    body: (record: Static<typeof schema>) => ({
      CompanyName: record.companyName,
      LegalName: record.companyLegalName,
      CompanyAddr: addressBody(record, 'Billing'),
    }),
    fields: { CompanyName: 'companyName', LegalName: 'companyLegalName', CompanyAddr: 'addresses' },
  },
});
