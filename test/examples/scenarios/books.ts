import { waitFor } from '../../wait-for.ts';
import type { Recorder } from '../recorder.ts';

/** The company that most examples are about, with the ids that other scenarios need. */
export type Books = { companyId: string; connectionId: string; syncId: string };

const sandboxCompany = 'demo-100';

/** A company is created, linked to the sandbox platform, synced and read. */
export async function recordBooks({ record, call }: Recorder): Promise<Books> {
  const created = await record('createCompany', {
    title: 'Create a company with a tag',
    body: { name: 'Bakery Sunrise', description: 'Borrower 4711', tags: { region: 'EU' } },
    headers: { 'Idempotency-Key': 'borrower-4711' },
  });
  const { companyId } = created.body;
  const params = { companyId };
  const other = (await call('createCompany', { body: { name: 'Kestrel Air', tags: { region: 'UK' } } })).body.companyId;
  await record('listCompanies', { title: 'Companies of a region', query: { query: 'tags.region=EU', pageSize: '10' } });
  await record('getCompany', { params });
  await record('changeCompany', {
    title: 'Change only the description',
    params,
    body: { description: 'Borrower 4712' },
  });
  await record('replaceCompany', { params, body: { name: 'Bakery Sunrise', tags: { region: 'EU', tier: 'gold' } } });
  await record('deleteCompany', { params: { companyId: other } });
  await record('listPurges', { query: { pageSize: '1' } });
  await record('listPlatforms', { query: { query: 'platformKey=sandbox' } });
  const connection = await record('createConnection', {
    title: 'Connect to the sandbox platform',
    params,
    body: { platformKey: 'sandbox' },
  });
  const { connectionId } = connection.body;
  const ofConnection = { companyId, connectionId };
  await record('getCompanyLink', { params });
  await recordSettings({ record, call }, companyId);
  await record('authorizeConnection', {
    title: 'Link with credentials',
    params: ofConnection,
    body: { credentials: { company: sandboxCompany, secret: `sandbox-${sandboxCompany}` } },
  });
  await record('getConnection', { params: ofConnection });
  await record('listConnections', { params });
  await record('replaceConnectionSyncSettings', {
    title: 'Sync the invoices of this connection every hour',
    params: ofConnection,
    body: { settings: [{ dataType: 'invoices', fetchOnFirstLink: true, schedule: 'hourly', order: 0 }] },
  });
  await record('getConnectionSyncSettings', { params: ofConnection });
  await record('deleteConnectionSyncSettings', { params: ofConnection });

  const requested = await record('requestData', {
    title: 'Sync the invoices',
    params: { ...params, dataType: 'invoices' },
  });
  const { syncId } = requested.body;
  await settled({ call }, companyId);
  await record('getSync', { params: { ...params, syncId } });
  await record('requestAllData', { title: 'Sync every data type', params });
  await settled({ call }, companyId);
  await record('listSyncs', { params, query: { query: 'dataType=invoices', pageSize: '1', orderBy: 'requested' } });
  await record('getDataStatus', { params });
  await record('listPublications', {
    params,
    query: { pageSize: '1', orderBy: 'publishedAt', query: 'dataType=invoices' },
  });
  const calls = { params: ofConnection, query: { pageSize: '1', query: `syncId=${syncId}` } };
  await waitFor(async () => (await call('listCalls', calls)).body.totalResults === 2);
  await record('listCalls', calls);
  await recordUnlinked({ record, call });
  return { companyId, connectionId, syncId };
}

type Part = Pick<Recorder, 'record' | 'call'>;

/** Nothing is fetched at once or by a schedule, so that the examples decide what is synced. */
async function recordSettings({ record, call }: Part, companyId: string): Promise<void> {
  const params = { companyId };
  const { settings } = (await call('getCompanySyncSettings', { params })).body;
  const quiet = settings.map((setting: object) => ({ ...setting, fetchOnFirstLink: false, schedule: 'none' }));
  await call('replaceCompanySyncSettings', { params, body: { settings: quiet } });
  await record('getCompanySyncSettings', { params });
  await record('replaceCompanySyncSettings', { params, body: { settings: quiet } });
  await record('getSyncSettings');
  await record('replaceSyncSettings', { body: { settings } });
}

/** A second company, whose connection is unlinked and deleted. */
async function recordUnlinked({ record, call }: Part): Promise<void> {
  const { companyId } = (await call('createCompany', { body: { name: 'Delta Freight' } })).body;
  const made = await call('createConnection', { params: { companyId }, body: { platformKey: 'sandbox' } });
  const params = { companyId, connectionId: made.body.connectionId };
  const credentials = { company: 'freight-100', secret: 'sandbox-freight-100' };
  await call('authorizeConnection', { params, body: { credentials } });
  await settled({ call }, companyId);
  await record('unlinkConnection', { title: 'Unlink, and keep the data', params, body: { status: 'Unlinked' } });
  await record('deleteConnection', { params });
}

/** Waits until no sync of the company is under way. */
export async function settled({ call }: Pick<Recorder, 'call'>, companyId: string): Promise<void> {
  await waitFor(async () => {
    const { results } = (await call('listSyncs', { params: { companyId } })).body;
    return results.every((sync: { completed?: string }) => sync.completed !== undefined);
  }, 120_000);
}
