import { waitFor } from '../../wait-for.ts';
import type { Recorder } from '../recorder.ts';
import { readOperations } from '../recorder.ts';
import type { Books } from './books.ts';

/** Reads one record of every data type, the versions of a record, the change feed and the insights. */
export async function recordData({ record, call }: Recorder, { companyId, connectionId }: Books): Promise<void> {
  const params = { companyId };
  for (const [list, get] of listsOfRecords()) {
    const { results } = (await record(list, { params, query: { pageSize: '1' } })).body;
    await record(get, { params: { ...params, id: results[0].id } });
    const one = { format: 'csv', columns: 'id', query: `id="${results[0].id}"` };
    await record(list.replace('list', 'export'), { params, query: one });
  }
  await record('listInvoices', {
    title: 'Unpaid invoices above an amount, the largest first',
    params,
    query: { query: 'status=Submitted && amountDue>100', orderBy: '-amountDue', pageSize: '1' },
  });
  const invoice = (await call('listInvoices', { params, query: { pageSize: '1' } })).body.results[0].id;
  const ofType = { ...params, dataType: 'invoices' };
  await record('listRecords', { params: ofType, query: { pageSize: '1' } });
  await record('getRecord', { params: { ...ofType, id: invoice } });
  await record('listRecordVersions', { params: { ...ofType, id: invoice } });
  const ofConnection = { ...ofType, connectionId };
  await record('listRecordsOfConnection', { params: ofConnection, query: { pageSize: '1' } });
  await record('getRecordOfConnection', { params: { ...ofConnection, id: invoice } });
  await record('listRecordVersionsOfConnection', { params: { ...ofConnection, id: invoice } });
  const oneInvoice = { format: 'csv', columns: 'id,status', query: `id="${invoice}"` };
  await record('exportRecordsOfConnection', { params: ofConnection, query: oneInvoice });
  await record('hashRecordsOfConnection', {
    params: ofConnection,
    named: ({ hash }) => ({ [hash]: '09f2c41d8ab3e675' }),
  });
  await record('listDataSets', { query: { query: 'dataType=invoices', pageSize: '1' } });
  await record('listChanges', {
    title: 'The first changes of an account',
    query: { limit: '1', dataType: 'invoices' },
  });
  await record('listCompanyChanges', { params, query: { limit: '1', dataType: 'invoices' } });

  await record('getChecks', {});
  await record('replaceChecks', { body: { checks: [{ check: 'duplicate', level: 'hold' }] } });
  await call('replaceChecks', { body: { checks: [] } });

  await recordMappings({ record, call }, { companyId, connectionId });

  await record('createSnapshot', { params, body: { name: 'End of October' } });
  const { snapshotId } = (await call('listSnapshots', { params })).body.results[0];
  const taken = { ...params, snapshotId };
  await record('listSnapshots', { params, query: { pageSize: '1' } });
  await record('getSnapshot', { params: taken });
  await record('changeSnapshot', { params: taken, body: { name: 'End of October, reviewed' } });
  await record('deleteSnapshot', { params: taken });

  await record('getCashInsight', { params, query: { months: '2' } });
  await record('getRevenueInsight', { params, query: { months: '2' } });
  await record('getReceivablesInsight', { params });
  await record('getPayablesInsight', { params });
  await record('getCustomersInsight', { params, query: { from: '2026-01-01', to: '2026-06-30', top: '2' } });
}

/** A mapping is previewed, set, read and deleted; then a connection has one of its own. */
async function recordMappings(
  { record, call }: Pick<Recorder, 'record' | 'call'>,
  ids: Omit<Books, 'syncId'>,
): Promise<void> {
  const params = { platformKey: 'sandbox', dataType: 'items' };
  const body = { fields: [{ name: 'ownName', path: 'name', type: 'text' }] };
  const isSmall = { fields: [{ name: 'ownId', path: 'id', type: 'text' }] };
  const ofConnection = { ...ids, dataType: 'items' };
  /** Later examples count syncs and messages, so each change has reached the stored records before the next one. */
  const remapped = (times: number) =>
    waitFor(async () => {
      const query = { query: 'dataType=items' };
      const { results } = (await call('listSyncs', { params: { companyId: ids.companyId }, query })).body;
      const done = results.filter(
        (sync: { trigger: string; completed?: string }) => sync.completed && sync.trigger === 'mapping',
      );
      return done.length === times;
    });
  await record('previewMapping', { params, body });
  await record('replaceMapping', { params, body });
  await remapped(1);
  await record('listMappings', {});
  await record('getMapping', { params });
  await record('previewConnectionMapping', { params: ofConnection, body: isSmall });
  await record('replaceConnectionMapping', { params: ofConnection, body: isSmall });
  await remapped(2);
  await record('listConnectionMappings', { params: ids });
  await record('deleteConnectionMapping', { params: ofConnection });
  await remapped(3);
  await record('deleteMapping', { params });
  await remapped(4);
}

/** The list and the single record of each data type: listInvoices with getInvoice, and so on. */
function listsOfRecords(): [list: string, get: string][] {
  const operations = [...readOperations()];
  const path = /^\/companies\/\{companyId\}\/data\/(\w+)$/;
  return operations.flatMap(([list, operation]): [string, string][] => {
    if (operation.method !== 'GET' || !path.test(operation.path) || operation.path.endsWith('/history')) return [];
    const get = operations.find(([, other]) => other.method === 'GET' && other.path === `${operation.path}/{id}`);
    return get ? [[list, get[0]]] : [];
  });
}
