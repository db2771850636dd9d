import { type Credentials, type ProviderHttp, type Pull, pullChanged } from '@daybook/connector-kit';
import { type PullSettings, readQuery, readRecord, type Source, selectOf } from './pull-records.ts';
import { companyUrl, getFromQuickbooks, readQuickbooks } from './request-quickbooks.ts';

export type Access = { http: ProviderHttp; credentials: Credentials };

/** Returns the exact texts of all records of a short list. */
export async function readAll(
  { baseUrl, pageSize }: PullSettings,
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

/** Reads a list whole on every pass. */
export const pullWhole = (settings: PullSettings, source: Source): Pull =>
  pullChanged(async (access) => {
    const texts = await readAll(settings, access, source);
    return readQuickbooks('', () => texts.map((text) => readRecord(text, source))).filter(
      ({ isDeleted }) => !isDeleted,
    );
  });
