import assert from 'node:assert/strict';
import { Compile } from 'typebox/compile';
import { type Connector, type PulledPage, type PulledRecord, platformKeyPattern } from '../connector.ts';
import { dataTypes, findDataType } from '../data-types/catalogue.ts';
import { contentChecks } from './conformance-content.ts';
import { errorChecks } from './conformance-errors.ts';
import { pushChecks } from './conformance-push.ts';
import { pushErrorChecks } from './conformance-push-errors.ts';
import { sourceChecks } from './conformance-source.ts';
import { type ConformanceCheck, type ConformanceTarget, pullAll, textOf, textsOf } from './conformance-target.ts';
import { undoChecks } from './conformance-undo.ts';

export * from './conformance-target.ts';
export { latestContent, plainHttp } from './plain-http.ts';

export function conformance(connector: Connector, target: ConformanceTarget): ConformanceCheck[] {
  const name = connector.platform.key;
  const supported = Object.keys(connector.pull);
  const checks: ConformanceCheck[] = [
    { title: `${name}: the description of the connector is valid`, run: async () => checkDescription(connector) },
    {
      title: `${name}: valid credentials return the company's name`,
      run: async () => {
        const { companyName } = await connector.check({ http: target.http, credentials: target.credentials });
        assert.ok(typeof companyName === 'string' && companyName.length > 0);
      },
    },
    ...supported.map((dataType) => ({
      title: `${name}: a full pass of ${dataType} returns valid records, each once`,
      run: async () => checkRecords(target, dataType, await pullAll(connector, target, dataType)),
    })),
    {
      title: `${name}: a resumed pass neither loses nor repeats records`,
      run: () => checkResume(connector, target),
    },
    { title: `${name}: two passes over unchanged data are identical`, run: () => checkSame(connector, target) },
    ...sourceChecks(connector, target),
    ...contentChecks(connector, target),
  ];
  if (target.change) {
    checks.push({
      title: `${name}: an incremental pass returns the changed records and no others`,
      run: () => checkIncremental(connector, target),
    });
    checks.push({
      title: `${name}: changes made during a full pass are returned by the next incremental pass`,
      run: () => checkOverlap(connector, target),
    });
  }
  if (target.hasLongNumbers) {
    checks.push({
      title: `${name}: numbers beyond 15 digits keep every digit`,
      run: async () => checkNumbers(await pullAll(connector, target, target.pagedType)),
    });
  }
  if (target.push) {
    checks.push(...pushChecks(connector, target, target.push));
    checks.push(...undoChecks(connector, target, target.push));
    checks.push(...pushErrorChecks(connector, target, target.push));
  }
  return [...checks, ...errorChecks(connector, target)];
}

function checkDescription(connector: Connector): void {
  const catalogue = dataTypes.map((dataType) => dataType.name);
  assert.deepEqual(
    Object.keys(connector.pull).filter((dataType) => !catalogue.includes(dataType)),
    [],
    'data types that are not in the catalogue',
  );
  assert.match(connector.platform.key, platformKeyPattern);
  assert.ok(connector.platform.name.length > 0);
  const fields = connector.credentialFields.map((field) => field.name);
  assert.equal(new Set(fields).size, fields.length, 'a credential field occurs twice');
  for (const { requests, perMs, atOnce } of [connector.budget.connection, connector.budget.platform])
    assert.ok(requests > 0 && perMs > 0 && atOnce > 0);
}

/**
 * Returns what is wrong with a mapped record: violations of the schema of its data type, and fields that the schema
 * does not contain.
 */
export function problemsOf(dataType: string, pulled: PulledRecord): string[] {
  const { record: schema } = findDataType(dataType) ?? assert.fail(`${dataType} is not in the catalogue`);
  const stored = JSON.parse(textOf(pulled)) as object;
  const compiled = Compile(schema);
  const unknown = Object.keys(stored).filter((member) => !Object.hasOwn(schema.properties, member));
  return [
    ...(compiled.Check(stored)
      ? []
      : compiled.Errors(stored).map((one) => `${one.instancePath || '/'} ${one.message}`)),
    ...unknown.map((member) => `/${member} is not in the catalogue`),
  ];
}

function checkRecords(target: ConformanceTarget, dataType: string, pages: PulledPage[]): void {
  const { record: schema } = findDataType(dataType) ?? assert.fail(`${dataType} is not in the catalogue`);
  const compiled = Compile(schema);
  const known = new Set(Object.keys(schema.properties));
  const records = pages.flatMap((page) => page.records);
  assert.ok(records.length > 0 || target.isSomebodysOwn, 'there are no records to check');
  assert.equal(new Set(records.map(({ id }) => id)).size, records.length, 'an id occurs twice');
  for (const pulled of records) {
    assert.ok(typeof pulled.id === 'string' && pulled.id.length > 0 && pulled.id.length <= 200, 'the id is not valid');
    if (pulled.isDeleted) continue;
    // Check the record in the form in which Daybook will store it. In this form, undefined fields are omitted, and
    // `JSON.rawJSON` values are numbers.
    const stored = JSON.parse(textOf(pulled)) as object;
    if (!compiled.Check(stored))
      assert.fail(`${dataType} ${pulled.id}: ${JSON.stringify(compiled.Errors(stored)).slice(0, 500)}`);
    assert.deepEqual(
      Object.keys(stored).filter((member) => !known.has(member)),
      [],
      'members that are not in the catalogue',
    );
    if (pulled.source !== undefined) assert.equal(typeof JSON.parse(pulled.source), 'object');
    if (pulled.sourceModifiedDate !== undefined)
      assert.match(pulled.sourceModifiedDate, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  }
  const total = pages.findLast((page) => page.total !== undefined)?.total;
  if (total !== undefined && !target.isSomebodysOwn)
    assert.equal(total, records.length, 'the total differs from the number of records');
  checkEnd(pages);
}

/**
 * `resumeAt` must be null on the last page and on no other page. The last page must have the cursor for the next
 * incremental pass.
 */
function checkEnd(pages: PulledPage[]): void {
  assert.deepEqual(
    pages.map((page) => page.resumeAt === null),
    pages.map((_, at) => at === pages.length - 1),
  );
  assert.ok(pages.at(-1)?.cursor, 'the last page has no cursor');
}

async function checkResume(connector: Connector, target: ConformanceTarget): Promise<void> {
  const whole = await pullAll(connector, target, target.pagedType);
  const isEnough = whole.length >= 3 || target.isSomebodysOwn;
  assert.ok(isEnough, `${target.pagedType} must have at least three pages, not ${whole.length}`);
  if (target.tellsTotal) assert.equal(whole[0]?.total !== undefined, true, 'the first page has no total');
  const stops = [0, Math.floor(whole.length / 2), whole.length - 2].filter((stop) => whole[stop]?.resumeAt);
  for (const stop of stops) {
    const rest = await pullAll(connector, target, target.pagedType, { resumeAt: whole[stop]?.resumeAt ?? '' });
    const resumed = [...whole.slice(0, stop + 1), ...rest];
    assert.deepEqual(textsOf(resumed), textsOf(whole), `resumed after page ${stop + 1}`);
    assert.equal(rest.at(-1)?.cursor, whole.at(-1)?.cursor, 'a resumed pass ends with the same cursor');
  }
}

async function checkSame(connector: Connector, target: ConformanceTarget): Promise<void> {
  const first = await pullAll(connector, target, target.pagedType);
  assert.deepEqual(textsOf(await pullAll(connector, target, target.pagedType)), textsOf(first));
}

async function checkIncremental(connector: Connector, target: ConformanceTarget): Promise<void> {
  for (const dataType of Object.keys(connector.pull)) {
    const before = await pullAll(connector, target, dataType);
    const made = (await target.change?.(dataType)) ?? assert.fail('the target cannot make changes');
    const changed = [...made.updated, ...made.created];
    const pages = await pullAll(connector, target, dataType, { cursor: before.at(-1)?.cursor ?? '' });
    checkEnd(pages);
    const records = pages.flatMap((page) => page.records);
    const idsWhere = (isDeleted: boolean) =>
      records.filter((record) => Boolean(record.isDeleted) === isDeleted).map((record) => record.id);
    const was = textsOf(before);
    const isRepeated = (record: PulledRecord) =>
      connector.repeatsRecords && !record.isDeleted && was.get(record.id) === textOf(record);
    const repeated = new Set(records.filter(isRepeated).map((record) => record.id));
    assert.deepEqual(
      idsWhere(false)
        .filter((id) => !repeated.has(id))
        .sort(),
      [...changed].sort(),
      `changed ${dataType}`,
    );
    if (connector.tellsDeletions || connector.pull[dataType]?.tellsDeletions)
      assert.deepEqual(idsWhere(true).sort(), [...made.deleted].sort(), `deleted ${dataType}`);

    const now = textsOf(await pullAll(connector, target, dataType));
    for (const record of records)
      assert.equal(
        now.get(record.id),
        record.isDeleted ? undefined : textOf(record),
        `${dataType} ${record.id}: the incremental pass returned other values than a full pass`,
      );
    for (const id of made.updated) assert.notEqual(now.get(id), was.get(id), `${dataType} ${id} has not changed`);

    if (pages.length > 1) {
      const rest = await pullAll(connector, target, dataType, {
        cursor: before.at(-1)?.cursor ?? '',
        resumeAt: pages[0]?.resumeAt ?? '',
      });
      assert.deepEqual(textsOf(rest), textsOf(pages.slice(1)), 'an incremental pass resumes where it stopped');
    }
    const again = await pullAll(connector, target, dataType, { cursor: pages.at(-1)?.cursor ?? '' });
    const changedSince = [...textsOf(again)].filter(
      ([id, text]) => !(connector.repeatsRecords && text === (now.get(id) ?? 'deleted')),
    );
    assert.deepEqual(changedSince, [], 'nothing has changed since the last pass');
  }
}

async function checkOverlap(connector: Connector, target: ConformanceTarget): Promise<void> {
  const { pagedType } = target;
  const input = { http: target.http, credentials: target.credentials };
  const held = new Map<string, string>();
  let cursor: string | undefined;
  let hasChanged = false;
  const take = (records: PulledRecord[]) => {
    for (const record of records)
      if (record.isDeleted) held.delete(record.id);
      else held.set(record.id, textOf(record));
  };
  for await (const page of connector.pull[pagedType]?.(input) ?? []) {
    take(page.records);
    cursor = page.cursor;
    // Make changes after the first page, so that some changed records were already read and others were not.
    if (!hasChanged) await target.change?.(pagedType);
    hasChanged = true;
  }
  for (const page of await pullAll(connector, target, pagedType, { cursor: cursor ?? '' })) take(page.records);
  const sorted = (texts: Map<string, string>) => [...texts].sort(([left], [right]) => (left < right ? -1 : 1));
  assert.deepEqual(sorted(held), sorted(textsOf(await pullAll(connector, target, pagedType))));
}

/**
 * Every number of more than 15 digits in a record must also occur in `source`, the provider's own text. Minus signs are
 * ignored.
 */
function checkNumbers(pages: PulledPage[]): void {
  const longNumbers = (text: string) =>
    (text.match(/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? []).filter((number) => number.replace('.', '').length > 15);
  let seen = 0;
  for (const pulled of pages.flatMap((page) => page.records)) {
    const given = new Set(longNumbers(pulled.source ?? ''));
    const kept = longNumbers(pulled.record ? textOf(pulled) : '');
    for (const number of kept) assert.ok(given.has(number), `${pulled.id}: ${number} is not in the provider's text`);
    assert.ok(kept.length > 0 || given.size === 0, `${pulled.id}: the long numbers are missing`);
    seen += kept.length;
  }
  assert.ok(seen > 0, 'there are no long numbers to check');
}
