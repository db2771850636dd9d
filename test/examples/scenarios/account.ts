import { waitFor } from '../../wait-for.ts';
import type { Recorder } from '../recorder.ts';
import type { Books } from './books.ts';

/** The account's own settings, keys and figures. */
export async function recordAccount({ record, call }: Recorder, { companyId }: Books): Promise<void> {
  await record('getProfile');
  await record('changeProfile', { body: { name: 'Lender AG' } });
  const key = await record('createApiKey', {
    title: 'A key that reads the companies of one region',
    body: { name: 'reporting', scopes: ['read'], companyTags: { region: 'EU' } },
  });
  await record('listApiKeys', { query: { query: `apiKeyId=${key.body.apiKeyId}` } });
  await record('deleteApiKey', { params: { apiKeyId: key.body.apiKeyId } });
  await record('getLinkSettings');
  await record('replaceLinkSettings', {
    body: { displayName: 'Lender AG', returnUrl: 'https://lender.example/linked', color: '#1c7ed6' },
  });
  await record('search', { query: { q: 'sunrise', limit: '1' } });
  const isKeySeen = async () =>
    (await call('getOverview', { query: { hours: '1' } })).body.firstSteps?.keyUsed !== false;
  await waitFor(isKeySeen);
  await record('getOverview', { query: { hours: '1' } });
  await record('getUsage');
  await record('getEnded', { query: { kind: 'push', limit: '1' } });
  const link = (await record('rotateLink', { params: { companyId } })).body.link as string;
  const token = link.slice(link.lastIndexOf('/') + 1);
  await record('getLink', { params: { token }, as: {} });
  await record('getLinkProgress', { params: { token }, as: {} });
}
