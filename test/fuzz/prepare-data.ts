import { dataTypes } from '@daybook/connector-kit';
import { sql } from 'kysely';
import { controlSandbox } from '../../sandbox/test/control-sandbox.ts';
import { switchGeneration } from '../../src/accounts/webhook-generation.ts';
import type { Db } from '../../src/db/db.ts';
import { createClient, type Send } from '../client.ts';
import { waitFor } from '../wait-for.ts';

/** Ids that random text never hits: companies with data, and what belongs to them. */
export type PreparedData = {
  /** Unlinked and linked again during the run; its spare connections are deleted. */
  linked: { companyId: string; connectionId: string };
  spareConnections: string[];
  /** For deletion. */
  spareCompanies: string[];
  /** Stays linked; every data type has been synced. */
  readable: { companyId: string; connectionId: string };
  recordIds: Record<string, string[]>;
  /** Of the readable company; the spare ones are deleted. */
  snapshots: { ids: string[]; spare: string[] };
  proofs: string[];
  standing: PreparedStanding;
  syncIds: string[];
  uploads: PreparedUploads;
  /** Data types with mappings, for deletion. */
  mapped: string[];
  /** Syncs of another company that wait for a person's decision. */
  held: { companyId: string; syncIds: string[] };
  webhooks: PreparedWebhooks;
  pushes: PreparedPushes;
  rules: PreparedRules;
};

/** Of a connection to the platform Files; the spare ones are deleted. */
type PreparedUploads = { companyId: string; connectionId: string; ids: string[]; spare: string[] };

/** Standing queries; the spare ones are deleted. The consumer subscribes to their event. */
type PreparedStanding = { consumerId: string; ids: string[]; spare: string[] };

type PreparedRules = { ruleId: string; spare: string[]; alertIds: string[] };

type PreparedPushes = {
  /** Records that the platform accepts, by data type. */
  records: Record<string, object>;
  ids: string[];
  /** Push groups. */
  groups: string[];
  /** Pushes whose outcome a person must resolve. */
  unknown: string[];
};

type PreparedWebhooks = {
  consumerId: string;
  /** For deletion. */
  spareConsumers: string[];
  messageIds: string[];
  redeliveryIds: string[];
  /** Attempts to deliver test messages to a receiver. */
  attempts: Attempt[];
};

type Attempt = { messageId: string; attemptId: string };

const spares = 30;
const heldCompany = 'held-100';

export async function prepareData(
  db: Db,
  options: { url: string; key: string; accountId: string; sandboxUrl: string; receiverUrl: string },
): Promise<PreparedData> {
  const { key, accountId } = options;
  const send = createClient(options.url);

  async function link(name: string, company = 'fuzz-100') {
    const { companyId } = (await send('POST /companies', { key, body: { name } })).body;
    const path = `/companies/${companyId}/connections`;
    const { connectionId } = (await send(`POST ${path}`, { key, body: { platformKey: 'sandbox' } })).body;
    const credentials = { company, secret: `sandbox-${company}` };
    await send(`PUT ${path}/${connectionId}/authorization`, { key, body: { credentials } });
    return { companyId, connectionId };
  }
  async function fetched({ companyId }: { companyId: string }) {
    const history = `GET /companies/${companyId}/data/history`;
    type SyncBody = { syncId: string; status: string };
    const syncs = async (): Promise<SyncBody[]> => (await send(history, { key })).body.results;
    await waitFor(async () => (await syncs()).every((sync) => sync.status === 'Complete'), 60_000);
    return (await syncs()).map((sync) => sync.syncId);
  }

  async function webhooks(): Promise<PreparedWebhooks> {
    const consumers: string[] = [];
    for (let i = 0; i < spares; i++) {
      const body = { name: `Consumer ${i}`, url: 'https://hooks.client.example/x', eventTypes: ['push.*'] };
      consumers.push((await send('POST /webhooks/consumers', { key, body })).body.consumerId);
    }
    const [consumerId = '', ...spareConsumers] = consumers;
    const messages = (await send('GET /webhooks/messages?pageSize=50', { key })).body.results;
    const redeliveryIds: string[] = [];
    for (const spare of spareConsumers.slice(0, 10)) {
      const body = { since: '2020-01-01T00:00:00Z' };
      redeliveryIds.push((await send(`POST /webhooks/consumers/${spare}/replay`, { key, body })).body.redeliveryId);
    }
    const messageIds = messages.map((message: { messageId: string }) => message.messageId);
    return {
      ...{ consumerId, spareConsumers, messageIds, attempts: await attempts() },
      redeliveryIds: await openRedeliveries(db, spareConsumers),
    };
  }

  async function attempts(): Promise<Attempt[]> {
    const body = { name: 'Reached', url: options.receiverUrl, eventTypes: ['sync.*'] };
    const { consumerId } = (await send('POST /webhooks/consumers', { key, body })).body;
    const found: Attempt[] = [];
    for (let i = 0; i < 3; i++) {
      const tested = await send(`POST /webhooks/consumers/${consumerId}/test`, { key, body: {} });
      const { messageId } = tested.body;
      const list = async () => (await send(`GET /webhooks/messages/${messageId}/attempts`, { key })).body.results;
      await waitFor(async () => (await list()).length > 0, 30_000);
      found.push({ messageId, attemptId: (await list())[0].attemptId });
    }
    return found;
  }

  const linked = await link('Linked');
  const spare: string[] = [];
  for (let i = 0; i < spares; i++) {
    const made = await send(`POST /companies/${linked.companyId}/connections`, {
      key,
      body: { platformKey: 'sandbox' },
    });
    spare.push(made.body.connectionId);
  }
  const spareCompanies: string[] = [];
  for (let i = 0; i < spares; i++)
    spareCompanies.push((await send('POST /companies', { key, body: { name: `Spare ${i}` } })).body.companyId);
  const readable = await link('Readable');
  const holding = await link('Held', heldCompany);
  const syncIds = await fetched(readable);
  const mapped = await makeMappings();
  await fetched(holding);

  /** A mapping of the account and one of the connection for every data type. Returns the data types. */
  async function makeMappings(): Promise<string[]> {
    const body = { fields: [{ name: 'memo', path: 'memo', type: 'text' }] };
    const own = `/companies/${readable.companyId}/connections/${readable.connectionId}/mappings`;
    for (const { name } of dataTypes)
      for (const path of [`/mappings/sandbox/${name}`, `${own}/${name}`]) await send(`PUT ${path}`, { key, body });
    return dataTypes.map(({ name }) => name).filter((name) => name !== 'invoices');
  }
  async function snapshots() {
    const ids: string[] = [];
    const path = `POST /companies/${readable.companyId}/snapshots`;
    for (let i = 0; i < spares; i++) ids.push((await send(path, { key, body: {} })).body.snapshotId);
    return { ids: ids.slice(0, 3), spare: ids.slice(3) };
  }

  /** Each publication enters the chain a little later. */
  async function proofs(): Promise<string[]> {
    type Proof = { proofId: string };
    const list = async (): Promise<Proof[]> =>
      (await send(`GET /companies/${readable.companyId}/proofs`, { key })).body.results;
    await waitFor(async () => (await list()).length >= 3, 60_000);
    return (await list()).map(({ proofId }) => proofId);
  }

  async function standing(): Promise<PreparedStanding> {
    const consumer = { name: 'Standing', url: 'https://hooks.client.example/x', eventTypes: ['standingQuery.*'] };
    const { consumerId } = (await send('POST /webhooks/consumers', { key, body: consumer })).body;
    const body = { name: 'Large', consumerId, dataType: 'invoices', query: 'totalAmount>1000' };
    const ids: string[] = [];
    for (let i = 0; i < spares; i++)
      ids.push((await send('POST /webhooks/standingQueries', { key, body })).body.standingQueryId);
    return { consumerId, ids: ids.slice(0, 3), spare: ids.slice(3) };
  }

  async function uploads(): Promise<PreparedUploads> {
    const { companyId } = (await send('POST /companies', { key, body: { name: 'Paper' } })).body;
    const path = `/companies/${companyId}/connections`;
    const { connectionId } = (await send(`POST ${path}`, { key, body: { platformKey: 'files' } })).body;
    const ids: string[] = [];
    for (let n = 0; n < spares; n++) {
      const response = await fetch(
        `${options.url}${path}/${connectionId}/uploads?fileName=customers.csv&confirm=never`,
        {
          method: 'POST',
          headers: { authorization: `Basic ${Buffer.from(key).toString('base64')}` },
          body: Buffer.from(`Customer number,Customer name\nC${n},Customer ${n}\n`),
        },
      );
      ids.push(((await response.json()) as { uploadId: string }).uploadId);
    }
    return { companyId, connectionId, ids: ids.slice(0, 3), spare: ids.slice(3) };
  }

  async function pushGroups() {
    const { companyId, connectionId } = readable;
    const steps = [{ key: 'a', dataType: 'customers', operation: 'create', record: pushRecords.customers }];
    const body = { connectionId, onFailure: 'stop', steps };
    const ids: string[] = [];
    for (let i = 0; i < 3; i++)
      ids.push((await send(`POST /companies/${companyId}/pushGroups`, { key, body })).body.pushGroupId);
    return ids;
  }

  /** Most records are missing at the platform, so that full syncs wait for a person's decision. */
  async function holdSyncs(): Promise<string[]> {
    const vanish = { match: { company: heldCompany }, fault: { kind: 'vanish', share: 0.9 } } as const;
    await controlSandbox(options.sandboxUrl).fault(vanish);
    const of = `/companies/${holding.companyId}/data`;
    for (const { name } of dataTypes) await send(`POST ${of}/queue/${name}?full=true`, { key });
    type SyncBody = { syncId: string; status: string; completed?: string };
    const syncs = async (): Promise<SyncBody[]> => (await send(`GET ${of}/history`, { key })).body.results;
    await waitFor(
      async () => (await syncs()).every(({ status, completed }) => status === 'Waiting' || completed !== undefined),
      60_000,
    );
    return (await syncs()).filter(({ status }) => status === 'Waiting').map(({ syncId }) => syncId);
  }
  return {
    linked,
    spareConnections: spare,
    spareCompanies,
    readable,
    recordIds: await readRecordIds(db, readable.companyId),
    snapshots: await snapshots(),
    proofs: await proofs(),
    standing: await standing(),
    uploads: await uploads(),
    syncIds,
    mapped,
    held: { companyId: holding.companyId, syncIds: await holdSyncs() },
    webhooks: await webhooks(),
    pushes: {
      records: pushRecords,
      ids: await openPushes(db, readable),
      groups: await pushGroups(),
      unknown: await openPushes(db, readable),
    },
    rules: await makeRules(db, { accountId, key, send }),
  };
}

/** From here on the older webhooks serve the account: rules can be created, and an event raises alerts. */
async function makeRules(db: Db, options: { accountId: string; key: string; send: Send }): Promise<PreparedRules> {
  const { accountId, key, send } = options;
  await db.transaction(accountId, (tx) => switchGeneration(tx, { to: 'older' }));
  const ids: string[] = [];
  for (let i = 0; i < spares; i++) {
    const body = { type: 'company.created', notifiers: { webhook: 'https://hooks.client.example/x' } };
    ids.push((await send('POST /rules', { key, body })).body.ruleId);
  }
  await send('POST /companies', { key, body: { name: 'Alerting' } });
  const [ruleId = '', ...spare] = ids;
  const alerts = (await send('GET /rules/alerts?pageSize=50', { key })).body.results;
  return { ruleId, spare, alertIds: alerts.map((alert: { alertId: string }) => alert.alertId) };
}

const pushRecords = {
  customers: { customerName: 'Fuzz', emailAddress: 'fuzz@example.com' },
  suppliers: { supplierName: 'Fuzz' },
};

/** Pushes as they are after a lost response of a platform that supports neither a search nor a repeated request. */
async function openPushes(db: Db, { companyId, connectionId }: { companyId: string; connectionId: string }) {
  const { rows } = await sql<{ id: string }>`insert into push (account_id, company_id, push_id, connection_id, number,
      platform_key, data_type, operation, status, step, requested_at, timeout_minutes, times_out_at, completed_at, status_code)
    select c.account_id, c.company_id, gen_random_uuid(), ${connectionId}::uuid, -(random() * 1e15)::bigint, 'sandbox',
      'transfers', 'create', 'TimedOut', 'unknown', now(), 60, now(), now(), 504
    from company c, generate_series(1, ${spares}::int) where c.company_id = ${companyId}::uuid
    returning push_id as id`.execute(db.system);
  return rows.map((row) => row.id);
}

async function readRecordIds(db: Db, companyId: string): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ type: string; ids: string[] }>`select s.data_type as type,
      (array_agg(r.record_id))[1:5] as ids from data_set s join record r using (account_id, company_id, data_set_id)
    where s.company_id = ${companyId} group by 1`.execute(db.system);
  return Object.fromEntries(rows.map(({ type, ids }) => [type, ids]));
}

/** Redeliveries that never finish, because no job runs them, so that they can be cancelled. */
async function openRedeliveries(db: Db, consumerIds: string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`insert into redelivery (account_id, redelivery_id, consumer_id, kind, since,
      until, status, requested_at, total, touched_at)
    select account_id, gen_random_uuid(), consumer_id, 'replay', now(), now(), 'Queued', now(), 0, 'infinity' from consumer
    where consumer_id = any (${consumerIds}::uuid[]) returning redelivery_id as id`.execute(db.system);
  return rows.map((row) => row.id);
}
