import { fastify } from 'fastify';
import pg from 'pg';

/**
 * The baseline that the product is compared with: only Fastify, pg and the product's own page statement. No key, no
 * limits, no row-level security, no log, no input; the links are a constant.
 */
export type BareOptions = {
  databaseUrl: string;
  poolSize: number;
  statement: { text: string; values: unknown[] };
  /** The part of the response body after the results. */
  rest: string;
};

const options: BareOptions = JSON.parse(process.env.BARE_OPTIONS ?? '');
const pool = new pg.Pool({
  connectionString: options.databaseUrl,
  max: options.poolSize,
  // The settings with which the product plans this statement (`fixedPlanSql`), so that both run the same plan.
  options: [
    '-c plan_cache_mode=force_generic_plan -c enable_sort=off -c enable_seqscan=off',
    '-c max_parallel_workers_per_gather=0',
  ].join(' '),
});
const server = fastify({ logger: false });

server.get('/', async (_request, reply) => {
  const { rows } = await pool.query({ name: 'page', ...options.statement });
  return reply.type('application/json; charset=utf-8').send(`{"results":[${rows[0].results}]${options.rest}`);
});

await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
process.once('SIGTERM', () => process.exit(0));
