import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { fixedText, jsonObject, jsonPlain, jsonText, jsonTime } from '../../lists/json-text.ts';
import { isThere } from '../read/data-set-head.ts';
import { bookmarkGone } from '../refusals.ts';
import { type Bookmark, refuseBookmark } from './bookmark.ts';
import { numberPublications } from './number-publications.ts';

/**
 * The change feed consists of publications in the order of their positions. The changed records of a publication are
 * sorted by identifier. Positions are assigned after the commit (number-publications.ts), so a client that has read up
 * to a position has read everything before it.
 */
export type ChangeScope = {
  accountId: string;
  /** Limits the feed to one company; absent for the whole account. */
  companyId?: string;
  companyTags: Readonly<Record<string, string>> | null;
  dataType?: string;
  /** Limits the feed to what one sync has published. Only for the feed of one company. */
  syncId?: string;
  /** Limits the feed to what was published at this time or later. Only for the feed of one company. */
  since?: string;
};

export type ChangeContent = 'none' | 'record' | 'sourceData';
export type ChangeForm = 'json' | 'events';

export type ChangePage = {
  /** The changes in the requested form, or null if there are none. */
  text: string | null;
  next: Bookmark;
  hasMore: boolean;
  /** The account's newest position when the page was read. Later publications get higher positions. */
  head: number;
};

export type ChangeRequest = {
  scope: ChangeScope;
  after: Bookmark | 'latest';
  limit: number;
  content: ChangeContent;
  form: ChangeForm;
};

/**
 * Maximum number of publications that one statement reads. They count even if they yield no changes. That happens if
 * the filter excludes them, or if all their records have newer versions.
 */
const publicationsMax = 500;
const statementsMax = 20;

/**
 * Reads one page of the feed. Skips publications without changes, so that an empty page usually means the end of the
 * feed.
 */
export async function readChanges(ctx: { db: Db }, request: ChangeRequest): Promise<ChangePage> {
  if (request.after === 'latest') return readLatest(ctx, request.scope.accountId);
  let page = await readFresh(ctx, request, request.after);
  for (let more = 1; page.text === null && page.hasMore && more < statementsMax; more++) {
    page = await readFresh(ctx, request, page.next);
  }
  return page;
}

/**
 * Reads a page. If the page may lack publications that have no position yet, assigns positions and reads the page
 * again. So the page misses nothing that was published before the request.
 */
async function readFresh(ctx: { db: Db }, request: ChangeRequest, after: Bookmark): Promise<ChangePage> {
  const { accountId } = request.scope;
  const look = () => readOnce(ctx, request, after);
  let row = await look();
  if (row.is_stale || (row.is_pending && !hasMore(row, request))) {
    await numberPublications(ctx, accountId);
    row = await look();
  }
  requireHeld(after, row);
  const { text, head, era } = row;
  if (row.changes > request.limit && row.position !== null && row.record_id !== null) {
    return { text, next: { position: row.position, era, recordId: row.record_id }, hasMore: true, head };
  }
  // The page contains all changes of the publications that were read. If the statement stopped at its limit of
  // publications, more changes may follow.
  const isCut = isFull(row) && row.last !== null;
  return { text, next: { position: isCut ? (row.last ?? head) : head, era }, hasMore: isCut, head };
}

const isFull = (row: Row) => row.publications === publicationsMax;
const hasMore = (row: Row, { limit }: ChangeRequest) => row.changes > limit || isFull(row);

async function readLatest(ctx: { db: Db }, accountId: string): Promise<ChangePage> {
  const look = () => ctx.db.read<Head>(accountId, sql`select head.* from (${headOf(accountId)}) head`);
  let [row] = await look();
  if (row?.is_stale || row?.is_pending) {
    await numberPublications(ctx, accountId);
    [row] = await look();
  }
  if (!row) throw noRow();
  const { head, era } = row;
  return { text: null, next: { position: head, era }, hasMore: false, head };
}

/**
 * A position of an earlier era is valid only up to the position at which that era ended. Higher positions were assigned
 * again to other publications, and a client that continued from a higher position would miss those publications.
 */
function requireHeld({ position, era = '' }: Bookmark, row: Head): void {
  if (position === 0) return;
  const ended = row.ended[era];
  if (ended === undefined && (era === row.era || era === '')) {
    if (position > row.head) throw refuseBookmark('is ahead of the feed: it comes from another account or service');
  } else if (ended === undefined || position > ended) throw bookmarkGone();
}

/** The state of the account's feed when the statement ran. */
type Head = {
  head: number;
  era: string;
  /** For each earlier era, the last position up to which bookmarks of that era are valid. */
  ended: Record<string, number>;
  /** True if the account's positions were last assigned in another database, for example before a restore. */
  is_stale: boolean;
  /** True if a publication has no position yet. */
  is_pending: boolean;
};

const headOf = (accountId: string) => sql`select coalesce(h.position, 0) as head, coalesce(h.era, '') as era,
    coalesce(h.ended, '{}') as ended, h.account_id is not null and h.served_as is distinct from database_identity() as is_stale,
    exists (select from publication p where p.account_id = ${accountId}::uuid and p.position < 0) as is_pending
  from (select) one left join change_position h on h.account_id = ${accountId}::uuid`;

type Row = Head & {
  text: string | null;
  changes: number;
  position: number | null;
  record_id: string | null;
  publications: number;
  last: number | null;
};

async function readOnce(ctx: { db: Db }, request: ChangeRequest, after: Bookmark): Promise<Row> {
  const [row] = await ctx.db.read<Row>(request.scope.accountId, changesStatement(request, after), { fixedPlan: true });
  if (!row) throw noRow();
  return row;
}

/**
 * Every step is a LATERAL … LIMIT, so that PostgreSQL reads publication by publication and stops when the page is full.
 * A join would read whole data sets while statistics are still missing. The statement reads one change more than the
 * limit, to find out whether there are more changes.
 */
function changesStatement({ scope, limit, content, form }: ChangeRequest, after: Bookmark): RawBuilder<Row> {
  const { accountId, companyId, companyTags, dataType, syncId, since } = scope;
  const account = sql`${accountId}::uuid`;
  // If the company is known, its id as a constant lets the planner use one partition instead of 32.
  const company = companyId === undefined ? sql`p.company_id` : sql`${companyId}::uuid`;
  const start =
    after.recordId === undefined
      ? sql`p.position > ${after.position}::bigint`
      : sql`p.position >= ${after.position}::bigint`;
  const publications = sql`select p.* from publication p where p.account_id = ${account}
    ${companyId === undefined ? sql`` : sql`and p.company_id = ${company}`} and ${start}
    ${syncId === undefined ? sql`` : sql`and p.sync_id = ${syncId}::uuid`}
    ${since === undefined ? sql`` : sql`and p.published_at >= ${since}::timestamptz`}
    order by p.position limit ${publicationsMax}`;
  // In the collation C, a text followed by chr(1) is the smallest text that is greater than the text itself.
  const from =
    after.recordId === undefined
      ? sql`''`
      : sql`case when p.position = ${after.position}::bigint then ${after.recordId}::text || chr(1) else '' end`;
  return sql`select head.*, page.*,
      case when page.changes <= ${limit} then (select count(*) from (${publications}) p) else 0 end as publications,
      case when page.changes <= ${limit} then (select max(p.position) from (${publications}) p) end as last
    from (${headOf(accountId)}) head
    cross join lateral (
      select ${joined[form]} filter (where f.place <= ${limit}) as text, count(*) as changes,
        (array_agg(f.position))[${limit}] as position, (array_agg(f.record_id))[${limit}] as record_id
      from (
        select f.*, row_number() over () as place from (
          select ${changeTexts[form][content]} as text, p.position, r.record_id
          from (${publications}) p
          cross join lateral (select s.data_type, s.connection_id from data_set s where s.account_id = ${account}
            and s.company_id = ${company} and s.data_set_id = p.data_set_id
            ${dataType === undefined ? sql`` : sql`and s.data_type = ${dataType}`} limit 1) s
          cross join lateral (select from company c where c.account_id = ${account} and c.company_id = ${company}
            and ${isThere} ${companyTags ? sql`and c.tags @> ${JSON.stringify(companyTags)}::jsonb` : sql``} limit 1) c
          cross join lateral (select from connection n where n.account_id = ${account} and n.company_id = ${company}
            and n.connection_id = s.connection_id limit 1) n
          cross join lateral (select r.record_id, r.change, r.is_remapped, r.payload, r.source from record r
            where r.account_id = ${account} and r.company_id = ${company} and r.data_set_id = p.data_set_id
              and (r.gen_from, r.record_id) >= (p.generation, ${from}) and r.gen_from <= p.generation and r.gen_from > 0
            order by r.gen_from, r.record_id limit ${limit + 1}) r
          order by p.position, r.record_id limit ${limit + 1}
        ) f
      ) f
    ) page`;
}

const joined: Record<ChangeForm, RawBuilder<string>> = {
  json: sql`string_agg(f.text, ',')`,
  events: sql`string_agg(f.text, '')`,
};

const bookmarkText = sql<string>`p.position || '_' || head.era || '-' || translate(encode(convert_to(r.record_id, 'UTF8'), 'base64'), E'+/=\n', '-_')`;

/**
 * Replaces line breaks in a provider's JSON text, because a line break would end the server-sent event. The line breaks
 * are always between values, because a JSON string cannot contain one.
 */
const oneLine = (text: RawBuilder<unknown>) => sql`translate(${text}, E'\n\r', '  ')`;

const records: Record<ChangeContent, RawBuilder<string>> = {
  none: sql`''`,
  record: sql`r.payload::text`,
  sourceData: sql`left(r.payload::text, -1) || coalesce(',"sourceData":' || ${oneLine(sql`r.source`)}, '') || '}'`,
};

function changeJson(content: ChangeContent): RawBuilder<string> {
  return jsonObject([
    { name: 'cursor', json: jsonPlain(bookmarkText) },
    { name: 'change', json: sql`case r.change when 'a' then '"added"' when 'u' then '"updated"' else '"deleted"' end` },
    { name: 'isRemapped', json: sql`'true'`, absent: sql`r.is_remapped is not true` },
    { name: 'companyId', json: jsonPlain(sql`p.company_id`) },
    { name: 'connectionId', json: jsonPlain(sql`s.connection_id`) },
    { name: 'dataType', json: jsonPlain(sql`s.data_type`) },
    { name: 'id', json: jsonText(sql`r.record_id`) },
    { name: 'generation', json: sql`p.generation` },
    { name: 'syncId', json: jsonPlain(sql`p.sync_id`), absent: sql`p.sync_id is null` },
    { name: 'pushId', json: jsonPlain(sql`p.push_id`), absent: sql`p.push_id is null` },
    { name: 'publishedAt', json: jsonTime(sql`p.published_at`) },
    ...(content === 'none' ? [] : [{ name: 'record', json: records[content] }]),
  ]);
}

function textsOf(form: ChangeForm): Record<ChangeContent, RawBuilder<string>> {
  const make = (content: ChangeContent) => {
    const json = changeJson(content);
    if (form === 'json') return fixedText(json);
    return fixedText(sql<string>`'id: ' || ${bookmarkText} || E'\nevent: change\ndata: ' || ${json} || E'\n\n'`);
  };
  return { none: make('none'), record: make('record'), sourceData: make('sourceData') };
}

/** These expressions are built once, not for every page. */
const changeTexts: Record<ChangeForm, Record<ChangeContent, RawBuilder<string>>> = {
  json: textsOf('json'),
  events: textsOf('events'),
};

const noRow = () => new Error('The feed statement returned no row.');
