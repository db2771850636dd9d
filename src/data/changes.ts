import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { fixedText, jsonObject, jsonPlain, jsonText, jsonTime } from '../lists/json-text.ts';
import { type Bookmark, refuseBookmark } from './bookmark.ts';
import { isThere } from './data-set-head.ts';
import { numberPublications } from './number-publications.ts';
import { bookmarkGone } from './refusals.ts';

/**
 * The change feed: publications in the order of their positions, and of each the records that it brought, by identifier.
 * A position is given after the commit, to what everybody can see: who has read up to a position has read everything
 * before it (number-publications.ts).
 */
export type ChangeScope = {
  accountId: string;
  /** One company's changes; absent for those of the whole account. */
  companyId?: string;
  companyTags: Readonly<Record<string, string>> | null;
  dataType?: string;
};

export type ChangeContent = 'none' | 'record' | 'sourceData';
export type ChangeForm = 'json' | 'events';

export type ChangePage = {
  /** The changes, joined as the form wants it; null where there are none. */
  text: string | null;
  next: Bookmark;
  hasMore: boolean;
  /** The account's position as the page saw it: what is published later has a higher one. */
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
 * Publications that one statement looks at. Those whose records are all out of date by now, or that the filter leaves
 * out, bring nothing but still have to be passed.
 */
const publicationsMax = 500;
const statementsMax = 20;

/** Reads on over publications without changes, so that an empty page mostly means that there is nothing more. */
export async function readChanges(ctx: { db: Db }, request: ChangeRequest): Promise<ChangePage> {
  if (request.after === 'latest') return readLatest(ctx, request.scope.accountId);
  let page = await readFresh(ctx, request, request.after);
  for (let more = 1; page.text === null && page.hasMore && more < statementsMax; more++) {
    page = await readFresh(ctx, request, page.next);
  }
  return page;
}

/** What was published before the request belongs to it, whether or not it has a number yet. */
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
  // Everything that was looked at has been read.
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
  if (!row) throw new Error('The feed statement returned no row.');
  const { head, era } = row;
  return { text: null, next: { position: head, era }, hasMore: false, head };
}

/**
 * A position of an earlier era holds as far as that era's history was kept: beyond it, the same numbers have been given
 * to other publications since, and going on there would pass over them.
 */
function requireHeld({ position, era = '' }: Bookmark, row: Head): void {
  if (position === 0) return;
  const ended = row.ended[era];
  if (ended === undefined && (era === row.era || era === '')) {
    if (position > row.head) throw refuseBookmark('is ahead of the feed: it is not from this account or this service');
  } else if (ended === undefined || position > ended) throw bookmarkGone();
}

/** The account's feed as a whole, as a statement sees it. */
type Head = {
  head: number;
  era: string;
  /** Up to where the bookmarks of earlier eras hold. */
  ended: Record<string, number>;
  /** The account was last numbered in another database. */
  is_stale: boolean;
  /** Something was published that has no number yet. */
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
  if (!row) throw new Error('The feed statement returned no row.');
  return row;
}

/**
 * Every step is a LATERAL … LIMIT, so that PostgreSQL walks publication by publication and stops with the page: a join
 * would read whole data sets where their statistics are young. One change more than the limit tells whether there is more.
 */
function changesStatement({ scope, limit, content, form }: ChangeRequest, after: Bookmark): RawBuilder<Row> {
  const { accountId, companyId, companyTags, dataType } = scope;
  const account = sql`${accountId}::uuid`;
  // Named where it is known: the planner then looks at one partition instead of 32.
  const company = companyId === undefined ? sql`p.company_id` : sql`${companyId}::uuid`;
  const start =
    after.recordId === undefined
      ? sql`p.position > ${after.position}::bigint`
      : sql`p.position >= ${after.position}::bigint`;
  const publications = sql`select p.* from publication p where p.account_id = ${account}
    ${companyId === undefined ? sql`` : sql`and p.company_id = ${company}`} and ${start}
    order by p.position limit ${publicationsMax}`;
  // In the collation C, the character 1 after a text makes the least text beyond it.
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
          cross join lateral (select r.record_id, r.change, r.payload, r.source from record r
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

/** A provider's own text may be broken into lines, which would end an event; inside of JSON texts there are none. */
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

/** Compiled once, not with every page. */
const changeTexts: Record<ChangeForm, Record<ChangeContent, RawBuilder<string>>> = {
  json: textsOf('json'),
  events: textsOf('events'),
};
