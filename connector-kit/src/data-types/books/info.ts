import type { DataType } from '../data-type.ts';
import { address, currency, list, object, optional, text, time } from '../parts.ts';

export const info: DataType = {
  name: 'info',
  description: "The platform's information about the company itself. There is only one record.",
  columns: { ref1: 'companyName' },
  record: object({
    companyName: text(),
    companyLegalName: optional(text()),
    registrationNumber: optional(text()),
    taxNumber: optional(text()),
    baseCurrency: optional(currency),
    financialYearStartDate: optional(time()),
    addresses: optional(list(address)),
    webLinks: optional(list(object({ type: text(), url: text() }))),
  }),
};
