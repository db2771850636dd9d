import { createHash } from 'node:crypto';
import type { Credentials, ProviderHttp, Pull, PulledRecord } from '@daybook/connector-kit';
import { readingWhole } from '@daybook/connector-kit';
import { type PullSettings, readQuery, type Source, selectOf } from './pull-records.ts';
import { companyUrl, getFromQuickbooks } from './request-quickbooks.ts';

/**
 * Reads the whole list on every pass. Used for short lists whose changes QuickBooks cannot report. The cursor is a
 * digest of the content.
 */
export function wholePull(read: (access: Access) => Promise<PulledRecord[]>): Pull {
  return readingWhole(async function* pull({ cursor, ...input }) {
    const records = await read(input);
    const texts = JSON.stringify(records.map(({ source }) => source));
    const digest = `=${createHash('sha256').update(texts).digest('base64url')}`;
    yield { records: digest === cursor ? [] : records, resumeAt: null, cursor: digest };
  });
}

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
