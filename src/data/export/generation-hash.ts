import { sql } from 'kysely';
import { inputInvalid } from '../../base/errors.ts';
import { restartLink } from '../../lists/page/page-links.ts';
import { snapshotGone } from '../../lists/refusals.ts';
import { type DataSetPath, type DataSetState, findDataSetStateOf } from '../read/data-set-head.ts';
import { type DataReadContext, type RecordsRequest, requireState } from '../read/data-set-state.ts';
import { explainMissing } from '../read/explain-missing.ts';
import { inDataSet, visibleAt } from '../read/record-list.ts';
import { isPinned } from '../snapshots/pins.ts';

export type GenerationHash = { generation: number; totalRecords: number; hash: string };

type HashRequest = Pick<RecordsRequest, 'principal' | 'path' | 'self' | 'search'> & {
  generation?: number;
  snapshot?: string;
};

/** Rows of one statement: about 0.1 s. A data set of any size holds a connection no longer than that at a time. */
const rowsAtOnce = 20_000;
const modulus = 1n << 64n;

/**
 * Hashes all records of one generation, whatever their order: the sum, modulo 2^64, of the first 64 bits of the MD5 of
 * each record's text. A copy of the records in another PostgreSQL gets the same number with the same expression
 * (docs/mirror.md), because the text of a jsonb value depends on its content alone.
 */
export async function hashGeneration(ctx: DataReadContext, request: HashRequest): Promise<GenerationHash> {
  const { path } = request;
  const state = await stateToHash(ctx, request);
  let [after, sum, totalRecords] = ['', 0n, 0];
  for (let read = rowsAtOnce; read === rowsAtOnce; ) {
    const part = await hashPart(ctx, path, { state, after });
    if (!part) throw gone(request);
    read = part.length;
    totalRecords += part.length;
    sum += BigInt(part.sum ?? '0');
    after = part.last ?? after;
  }
  const hash = (((sum % modulus) + modulus) % modulus).toString(16).padStart(16, '0');
  return { generation: state.generation, totalRecords, hash };
}

async function stateToHash(ctx: DataReadContext, request: HashRequest): Promise<DataSetState> {
  const { generation, path, principal, snapshot } = request;
  if (generation === undefined) return requireState(ctx, request, { ...(snapshot && { snapshot }) });
  if (snapshot !== undefined) throw onlyOneState();
  const state = await findDataSetStateOf(ctx, path, generation);
  if (!state || state.published === 0) throw await explainMissing(ctx, principal, path);
  if (state.generation === 0 || state.generation < state.oldest) throw gone(request);
  return state;
}

const onlyOneState = () =>
  inputInvalid({
    items: [{ itemId: 'snapshot', message: 'The parameters "generation" and "snapshot" cannot be used together.' }],
  });

const gone = (request: HashRequest) => snapshotGone({ what: 'generation', restart: restartLink(request) });

type Part = { length: number; sum: string | null; last: string | null };

/** Undefined if the state can no longer be read. The head is read again in each statement, as pages do. */
async function hashPart(
  ctx: DataReadContext,
  path: DataSetPath,
  { state, after }: { state: DataSetState; after: string },
): Promise<Part | undefined> {
  const { accountId } = path;
  const id = sql<number>`${state.dataSetId}::bigint`;
  const generation = sql<number>`${state.generation}`;
  const [part] = await ctx.db.read<Part>(
    accountId,
    sql`select page.* from data_set d cross join lateral (
        select count(*) as length, sum(('x' || left(md5(r.payload::text), 16))::bit(64)::bigint)::text as sum,
          max(r.record_id) as last
        from (select r.record_id, r.payload from record r where ${inDataSet(path, id)} and ${visibleAt(generation)}
          and r.record_id > ${after} order by r.record_id limit ${rowsAtOnce}) r) page
      where d.account_id = ${accountId}::uuid and d.company_id = ${path.companyId}::uuid and d.data_set_id = ${id}
        and (d.oldest_generation <= ${generation} or ${isPinned(generation)})`,
    { isCostly: true, atPrimary: true },
  );
  return part;
}
