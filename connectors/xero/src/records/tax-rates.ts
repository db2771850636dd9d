import { allOperations, closed, optional, text } from '@daybook/connector-kit/push-parts';
import Type, { type Static } from 'typebox';
import { xeroType } from '../xero-type.ts';
import { activity, translate } from './values.ts';

type XeroTaxRate = {
  Name: string;
  TaxType: string;
  Status: string;
  EffectiveRate?: number;
  DisplayTaxRate?: number;
  TaxComponents?: { Name: string; Rate: number; IsCompound?: boolean }[];
};

/**
 * Some of Xero's report types for custom tax rates; Xero adds more over time. Which types are allowed depends on the
 * country.
 */
const reportTaxTypes = [
  ...['OUTPUT', 'INPUT', 'EXEMPTOUTPUT', 'EXEMPTINPUT', 'INPUTTAXED', 'BASEXCLUDED', 'EXEMPTEXPENSES', 'EXEMPTCAPITAL'],
  ...['ECOUTPUT', 'ECOUTPUTSERVICES', 'ECINPUT', 'ECACQUISITIONS', 'CAPITALSALESOUTPUT', 'CAPITALEXPENSESINPUT'],
  ...['MOSSSALES', 'REVERSECHARGES', 'GSTONIMPORTS', 'NONE', 'AVALARA', 'USSALESTAX'],
];

const schema = closed({
  name: text(50, 'Unique.'),
  components: Type.Array(
    closed({
      name: text(50),
      rate: Type.Number({ minimum: 0, description: 'In percent, with up to four decimal places.' }),
      isCompound: optional(
        Type.Boolean({
          description: 'The rate applies to the amount plus the other taxes. At most one component may be compound.',
        }),
      ),
    }),
    { minItems: 1, maxItems: 10 },
  ),
  reportTaxType: optional(
    Type.Enum(reportTaxTypes, {
      description: "Xero's own type for tax reports. Required in Australia, New Zealand and the United Kingdom.",
    }),
  ),
});

export const taxRates = xeroType({
  dataType: 'taxRates',
  endpoint: 'TaxRates',
  id: (wire: XeroTaxRate) => wire.TaxType,
  isDated: false,
  map: (wire: XeroTaxRate) => ({
    name: wire.Name,
    code: wire.TaxType,
    effectiveTaxRate: wire.EffectiveRate,
    totalTaxRate: wire.DisplayTaxRate,
    components: wire.TaxComponents?.map(({ Name, Rate, IsCompound }) => ({
      name: Name,
      rate: Rate,
      isCompound: IsCompound,
    })),
    status: translate(activity, wire.Status),
  }),
  push: {
    operations: allOperations(schema),
    choices: {},
    body: (record: Static<typeof schema>) => ({
      Name: record.name,
      TaxComponents: record.components.map(({ name, rate, isCompound }) => ({
        Name: name,
        Rate: rate,
        IsCompound: isCompound,
      })),
      ReportTaxType: record.reportTaxType,
    }),
    complaints: [
      { pattern: /report ?tax ?type/i, field: 'reportTaxType' },
      { pattern: /compound/i, field: 'components.0.isCompound' },
      { pattern: /component/i, field: 'components' },
      { pattern: /rate (?:must|cannot)/i, field: 'components.0.rate' },
      { pattern: /name/i, field: 'name' },
    ],
  },
});
