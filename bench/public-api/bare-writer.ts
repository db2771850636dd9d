import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import pg from 'pg';

/**
 * The baseline that POST /companies is compared with: only Fastify and pg, with the same inserts into the same tables
 * in one database transaction. No key, no limits, no row-level security, no checks, no log, no notification.
 */
export type BareWriterOptions = {
  databaseUrl: string;
  poolSize: number;
  accounts: { accountId: string; consumerId: string; lane: number }[];
};

const options: BareWriterOptions = JSON.parse(process.env.BARE_OPTIONS ?? '');
const pool = new pg.Pool({
  connectionString: options.databaseUrl,
  max: options.poolSize,
  options: '-c plan_cache_mode=auto',
});
const server = fastify({ logger: false });
let made = 0;

const statements = {
  company: `insert into company (account_id, company_id, name, description, tags, created_at, created_by)
    values ($1, $2, $3, $4, $5, $6, $7)`,
  message: `insert into message (account_id, message_id, event_type, company_id, recipients, created_at, body)
    values ($1, $2, $3, $4, 1, $5, $6)`,
  delivery: 'insert into delivery (account_id, message_id, consumer_id, lane, due_at) values ($1, $2, $3, $4, $5)',
  audit: `insert into audit (account_id, audit_id, at, actor_kind, actor_name, operation, subject_kind, subject_id,
      subject_name, company_id, after, address, correlation_id)
    values ($1, $2, $3, 'key', 'bench', 'createCompany', 'company', $4, $5, $6, $7, '127.0.0.1', $2)`,
};

/** A UUID whose first digits are the time, as of version 7. */
function timedId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

server.get('/', async () => 'ready');
server.post('/companies', async (request, reply) => {
  const account = options.accounts[made++ % options.accounts.length];
  if (!account) throw new Error('There is no account.');
  const { accountId, consumerId, lane } = account;
  const { name, tags } = request.body as { name: string; tags: object };
  const at = new Date();
  const [companyId, messageId] = [timedId(at), timedId(at)];
  const event = {
    ...{ EventId: messageId, RuleType: 'company.created', GeneratedAt: at, ClientId: accountId, ClientName: 'bench' },
    ...{ CompanyId: companyId, Message: `The company "${name}" was created.`, Data: { name } },
  };
  const answer = JSON.stringify({ companyId, name, tags, redirect: 'x'.repeat(120), created: at, dataConnections: [] });
  const client = await pool.connect();
  try {
    const run = (key: keyof typeof statements, values: unknown[]) =>
      client.query({ name: key, text: statements[key], values });
    await client.query('begin');
    await run('company', [accountId, companyId, name, null, JSON.stringify(tags), at, null]);
    await run('message', [accountId, messageId, 'company.created', companyId, at, JSON.stringify(event)]);
    await run('delivery', [accountId, messageId, consumerId, lane, at]);
    await run('audit', [accountId, timedId(at), at, companyId, name, companyId, answer]);
    await client.query('commit');
  } finally {
    client.release();
  }
  return reply.type('application/json; charset=utf-8').send(answer);
});

await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => process.exit(0));
