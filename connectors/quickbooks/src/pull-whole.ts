import { createHash } from 'node:crypto';
import type { Credentials, ProviderHttp, Pull, PulledRecord } from '@daybook/connector-kit';
import { mapTaxRate } from './map-books.ts';
import { type Place, readQuery, readRecord, type Source, selectOf } from './pull-records.ts';
import { companyUrl, getFromQuickbooks, readQuickbooks } from './request-quickbooks.ts';
import { companySource } from './sources.ts';
import type { QboTaxCode, QboTaxRate } from './wire.ts';

/**
 * Reads the whole list on every pass. Used for short lists whose changes QuickBooks cannot report. The cursor is a
 * digest of the content.
 */
function wholePull(read: (access: Access) => Promise<PulledRecord[]>): Pull {
  return async function* pull({ cursor, ...input }) {
    const records = await read(input);
    const texts = JSON.stringify(records.map(({ source }) => source));
    const digest = `=${createHash('sha256').update(texts).digest('base64url')}`;
    yield { records: digest === cursor ? [] : records, resumeAt: null, cursor: digest };
  };
}

export function infoPull({ baseUrl }: Place): Pull {
  return wholePull(async ({ http, credentials }) => {
    const url = companyUrl(baseUrl, credentials, 'query', { query: 'select * from CompanyInfo' });
    const { body } = await getFromQuickbooks(http, url);
    const elements = readQuery(body, 'CompanyInfo');
    return readQuickbooks('', () => elements.map((text) => readRecord(text, companySource)));
  });
}

/** Document lines refer to tax codes. The percentages of a tax code are in the tax rates that the code lists. */
export function taxRatesPull(place: Place): Pull {
  return wholePull((input) => readTaxRates(place, input));
}

type Access = { http: ProviderHttp; credentials: Credentials };

export async function readTaxRates(place: Place, access: Access): Promise<PulledRecord[]> {
  const codes = await readAll(place, access, { entity: 'TaxCode', hasInactive: true });
  const rates = await readAll(place, access, { entity: 'TaxRate', hasInactive: true });
  return readQuickbooks('', () => {
    const byId = new Map(rates.map((text) => [(JSON.parse(text) as QboTaxRate).Id, text]));
    return codes.map((text) => {
      const { Id, SalesTaxRateList } = JSON.parse(text) as QboTaxCode;
      const listed = SalesTaxRateList?.TaxRateDetail?.flatMap(({ TaxRateRef }) => byId.get(TaxRateRef.value) ?? []);
      const joined = `{"Id":${JSON.stringify(Id)},"code":${text},"rates":[${(listed ?? []).join(',')}]}`;
      return readRecord(joined, { entity: 'TaxCode', map: mapTaxRate });
    });
  });
}

/** Returns the exact texts of all records of a short list. */
export async function readAll(
  { baseUrl, pageSize }: Place,
  access: Access,
  list: Pick<Source, 'entity' | 'hasInactive'>,
): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    const query = selectOf(list, all.length + 1, pageSize);
    const { body } = await getFromQuickbooks(access.http, companyUrl(baseUrl, access.credentials, 'query', { query }));
    const elements = readQuery(body, list.entity);
    all.push(...elements);
    if (elements.length < pageSize) return all;
  }
}
