import { createHash } from 'node:crypto';
import { type Pull, type PulledRecord, readingWhole } from '@daybook/connector-kit';
import type { Access } from './request-stripe.ts';

/**
 * Reads everything on every pass, for the account and its balances, which are one request. The cursor is a digest of
 * the content.
 */
export function wholePull(baseUrl: string, read: (access: Access) => Promise<PulledRecord[]>): Pull {
  return readingWhole(async function* pull({ http, credentials, cursor }) {
    const records = await read({ baseUrl, http, credentials });
    const texts = JSON.stringify(records.map(({ source }) => source));
    const digest = `=${createHash('sha256').update(texts).digest('base64url')}`;
    yield { records: digest === cursor ? [] : records, resumeAt: null, cursor: digest };
  });
}
