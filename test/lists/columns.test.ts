import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import Type from 'typebox';
import { column, columns, group, map, notInLists, optionalGroup, shown } from '../../src/lists/columns.ts';
import { compiler } from '../../src/lists/json-text.ts';
import { parseOrder } from '../../src/lists/order.ts';
import { time, uuid } from '../../src/lists/wire.ts';

const textOf = (expression: RawBuilder<unknown> | undefined) => expression?.compile(compiler).sql;

const example = columns(
  {
    id: column(sql`t.id`, uuid),
    name: column(sql`t.name`, Type.String({ maxLength: 100 })),
    note: column(sql`t.note`, Type.String()),
    state: column(sql`t.state`, Type.Enum(['on', 'off'])),
    ended: column(sql`t.ended_at`, Type.Optional(time)),
    count: shown(sql`t.count`, Type.Integer()),
    tags: map(sql`t.tags`, Type.Record(Type.String(), Type.String())),
    link: notInLists(Type.Optional(Type.String())),
    owner: group({
      name: column(sql`t.owner`, Type.Optional(Type.String())),
      isKnown: shown(sql`t.known`, Type.Boolean()),
    }),
    error: optionalGroup(sql`t.error is null`, { code: column(sql`t.error`, Type.String(), { plain: true }) }),
  },
  { parent: { kind: 'uuid', value: sql`t.parent_id`, arrays: [] } },
);

test('one declaration gives the schema of the API, with its optional and nested values', () => {
  const schema = Type.Object(example.shape);
  assert.deepEqual(Object.keys(schema.properties), [
    ...['id', 'name', 'note', 'state', 'ended', 'count', 'tags', 'link', 'owner', 'error'],
  ]);
  assert.deepEqual(schema.required, ['id', 'name', 'note', 'state', 'count', 'tags', 'owner']);
  assert.deepEqual(Object.keys(schema.properties.owner.properties), ['name', 'isKnown']);
});

test('one declaration gives the fields of filters and sort orders, but not those that lists only show', () => {
  const { names, find } = example.fields;
  assert.deepEqual(names, ['id', 'name', 'note', 'state', 'ended', 'tags.*', 'owner.name', 'error.code', 'parent']);
  const kinds = ['id', 'name', 'state', 'ended', 'tags.region', 'owner.name', 'parent'].map((name) => [
    name,
    find(name.split('.'))?.kind,
  ]);
  assert.deepEqual(Object.fromEntries(kinds), {
    ...{ id: 'uuid', name: 'text', state: 'choice', ended: 'time', 'tags.region': 'text', 'owner.name': 'text' },
    parent: 'uuid',
  });
  assert.deepEqual(find(['state'])?.choices, ['on', 'off']);
  for (const name of ['count', 'link', 'tags', 'owner', 'owner.isKnown', 'id.x', 'parent.x', 'constructor'])
    assert.equal(find(name.split('.')), undefined, name);
});

test('a sort order uses the plain value only if it is short and never absent', () => {
  const orderOf = (name: string) => textOf(parseOrder(name, example.fields)[0]?.expression);
  assert.equal(orderOf('name'), 't.name collate "C"');
  assert.equal(orderOf('state'), 't.state collate "C"');
  assert.equal(orderOf('note'), `left(coalesce(t.note, ''), 200) collate "C"`);
  assert.equal(orderOf('ended'), `coalesce(t.ended_at, '-infinity')`);
});

test('the JSON of a record omits absent values and what lists do not contain', () => {
  const json = textOf(example.json) ?? '';
  assert.match(json, /^\('\{"id":' \|\| '"' \|\| t\.id \|\| '"' \|\| ',"name":' \|\| to_json\(t\.name\)::text/);
  assert.match(json, /case when t\.ended_at is null then '' else ',"ended":'/);
  assert.match(json, /case when t\.error is null then '' else ',"error":' \|\| \('\{"code":' \|\| '"' \|\| t\.error/);
  assert.doesNotMatch(json, /link|parent/);
  // The first member of `owner` can be absent: the brace and the comma are still right.
  assert.match(
    json,
    /\(case when t\.owner is null then '\{' else '\{"name":' \|\| to_json\(t\.owner\)::text \|\| ',' end \|\| '"isKnown":'/,
  );
});
