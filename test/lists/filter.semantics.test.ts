import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useApp } from '../harness.ts';
import { Decimal, type Json, writeJson } from './compare-values.ts';
import { filterOf } from './evaluate-filter.ts';
import { testRecordFields } from './record-schema.ts';
import { askTable, compileOrRefuse, fillTable, recordFields } from './record-table.ts';

/** The meaning of the filter language, one decision per row. filter.property.test.ts uses the same evaluator. */
const app = useApp();
const number = (text: string) => new Decimal(text);

const paid: Json = {
  title: 'Ab "c" \\ & | {x}',
  note: '',
  status: 'PartiallyPaid',
  amount: number('123456789012345678901234567890.50'),
  n: number('7'),
  issued: '2026-01-31T00:00:00Z',
  due: '2026-01-31',
  paid: true,
  reference: '01890a5d-ac96-774b-bcce-b302099a8057',
  customer: { id: '\uFFFD', address: null },
  lines: [
    { description: 'one', quantity: number('1'), itemRef: { id: '7' }, tracking: [{ name: 'x' }, { name: 'y' }] },
    { description: 'two', quantity: number('2'), itemRef: null, tracking: [] },
  ],
  grid: [[], [{ code: 'a' }, { code: 'b' }]],
  labels: [],
};
const empty: Json = {};

const holds: [query: string, document: Json, answer: boolean][] = [
  // "!=" is the negation of "=": an absent field differs from every value
  ['title=x', empty, false],
  ['title!=x', empty, true],
  ['amount!=1', empty, true],
  ['status!=Paid', { status: null }, true],
  ['title<x', empty, false],
  ['title>=""', empty, false],
  ['title~""', empty, false],
  // absence
  ['title=null', empty, true],
  ['title=null', { title: null }, true],
  ['title!=null', empty, false],
  ['note=null', paid, false],
  ['title="null"', empty, false],
  ['title="null"', { title: 'null' }, true],
  ['customer=null', empty, true],
  ['customer!=null', paid, true],
  ['customer.address=null', paid, true],
  ['customer.address.city=null', paid, true],
  ['labels=null', paid, false],
  ['labels=null', empty, true],
  // in arrays one element must satisfy the comparison; an empty array never matches
  ['lines.quantity=2', paid, true],
  ['lines.quantity!=2', paid, true],
  ['lines.quantity=3', paid, false],
  ['lines.itemRef.id=7', paid, true],
  ['lines.itemRef.id=null', paid, true],
  ['lines.itemRef.id=null', empty, false],
  ['lines.itemRef.id!=7', { lines: [] }, false],
  ['lines.itemRef.id=null', { lines: null }, false],
  ['lines.tracking.name=y', paid, true],
  ['lines.tracking.name=null', paid, false],
  ['lines.tracking=null', paid, false],
  ['lines.tracking=null', { lines: [{}] }, true],
  ['grid.code=b', paid, true],
  ['grid.code!=b', { grid: [[]] }, false],
  // two conditions on an array may be satisfied by two elements
  ['lines.quantity=1 && lines.description=two', paid, true],
  // choices ignore ASCII case; "=" on text is exact
  ['status=partiallypaid', paid, true],
  ['status~LYP', paid, true],
  ['status!=PARTIALLYPAID', paid, false],
  ['status=Überfällig', { status: 'Überfällig' }, true],
  ['title=ab', { title: 'Ab' }, false],
  ['title~B', { title: 'Ab' }, true],
  ['title~b', { title: 'Ab' }, true],
  ['title~É', { title: 'cafe' }, true],
  ['title~e', { title: 'CAFE\u0301' }, true],
  ['title=cafe', { title: 'Café' }, false],
  ['title~%', { title: 'Ab' }, false],
  ['title~_b', { title: 'Ab' }, false],
  ['note=""', paid, true],
  ['note~""', paid, true],
  // text is ordered by code points: U+1F600 comes after U+FFFD (in UTF-16 before it)
  ['customer.id<\u{1F600}', paid, true],
  ['customer.id>Z', paid, true],
  // exact decimals
  ['amount=123456789012345678901234567890.5', paid, true],
  ['amount>123456789012345678901234567890.49', paid, true],
  ['amount<123456789012345678901234567890.51', paid, true],
  ['amount=1234567890123456789012345678905e-1', paid, true],
  ['n="7.000"', paid, true],
  ['n=.7e1', paid, true],
  ['n>-1e1000', paid, true],
  // times are instants; a date without a time means midnight UTC, a time without an offset is UTC
  ['issued=2026-01-31', paid, true],
  ['issued="2026-01-31T00:00"', paid, true],
  ['issued=2026-01-31 00:00:00', paid, true],
  ['issued=2026-01-31T01:00:00+01:00', paid, true],
  ['issued=2026-01-31T01:00:00 01:00', paid, true],
  ['issued<2026-01-31T00:00:00.000001Z', paid, true],
  ['due=2026-01-30T23:00:00-01:00', paid, true],
  ['issued=2026-01-31t00:00:00z', paid, true],
  // booleans and ids
  ['paid=true', paid, true],
  ['paid!=false', empty, true],
  ['reference=01890A5D-AC96-774B-BCCE-B302099A8057', paid, true],
  // the grammar
  ['n=1 && n=2 || n=7', paid, true],
  ['n=7 || n=1 && n=2', paid, true],
  ['{n=7 || n=1} && n=2', paid, false],
  ['{{ {n=7} }}', paid, true],
  ['n=7&&{paid=true||n=1}&&title!=null', paid, true],
  ['title="Ab \\"c\\" \\\\ & | {x}"', paid, true],
  ['title~"| {x}"', paid, true],
  ['title~c" \\ & |', paid, true],
  ['title=  a  b  && n=1', { title: 'a  b', n: number('1') }, true],
  ['title="=b"', { title: '=b' }, true],
  ['title=a AND b', { title: 'a AND b' }, true],
  ['title="a AND n=1"', { title: 'a AND n=1' }, true],
  [' customer . id = \uFFFD ', paid, true],
];

test('R-PAGE-19: PostgreSQL and the evaluator follow each decision about the filter language', async () => {
  for (const [query, document, answer] of holds) {
    const label = `${query} on ${writeJson(document)}`;
    const condition = compileOrRefuse(query);
    assert.ok(condition, `rejected: ${label}`);
    await fillTable(app, [document]);
    assert.equal((await askTable(app, condition)).length === 1, answer, label);
    assert.equal(filterOf(query, testRecordFields)(document), answer, `the evaluator: ${label}`);
  }
});

const refused = [
  ...[
    'status=überfällig',
    'stage=lin\u212Aed',
    'status=x',
    'status!=x',
    'status~xyz',
    'reference=abc',
    'reference!=abc',
  ],
  ...['title==b', "title='b'", 'title=b AND n=1', 'title=b & n=1', 'title~b or n=1', 'title=b|n=1', 'n=1 AND n=2'],
  ...['status<Paid', 'status>=Paid', 'paid<true', 'paid~t', 'reference>0', 'reference~0', 'amount~1', 'issued~2026'],
  ...['title<null', 'amount>=null', 'status~null', 'customer=x', 'customer="null"', 'lines=7', 'labels=x', 'grid=[]'],
  ...['amount=x', 'amount=""', 'amount=1e1001', 'amount=NaN', 'amount=Infinity', 'amount=0x1', 'amount=1,5', 'n=1 2'],
  ...['issued=2026-02-30', 'issued=2026-13-01', 'issued=0000-01-01', 'issued=2026-01-01T24:00', 'issued=now'],
  ...['due=2026-1-1', 'issued=2026-01-01T00:00:60Z', 'issued=2026-01-01T00:00+15:00', 'paid=yes', 'paid=TRUE'],
  ...[
    'title=',
    'title= && n=1',
    'n=1 &&',
    '|| n=1',
    '{n=1',
    'n=1}',
    '{}',
    '',
    'n',
    '=1',
    'n=1 {n=2}',
    'title="a',
    '"n"=1',
  ],
  ...['title="a"b', 'title="\\n"', 'n..x=1', '.n=1', 'n.=1', 'n.x=1', 'unknown=1', 'Title=x', 'lines.0.quantity=1'],
  ...['constructor=1', '__proto__=1', 'customer.toString=1', 'lines.length=1', 'n=1 & n=2', 'n=1 and n=2', 'n=1;n=2'],
];

test('R-PAGE-20: the product and the evaluator reject filters that the language does not allow', () => {
  for (const query of refused) {
    assert.equal(compileOrRefuse(query), undefined, query);
    assert.throws(() => filterOf(query, testRecordFields), { name: 'QueryRefused' }, query);
  }
});

test('R-PAGE-20: the error for an unknown field lists all allowed fields', () => {
  const byHand = Object.keys(testRecordFields).map((name) => name.replaceAll('[]', ''));
  assert.deepEqual([...recordFields.names].sort(), byHand.sort());
});

test('PostgreSQL can evaluate a filter of 409 comparisons or 280 nested groups', async () => {
  await fillTable(app, [{ n: number('3') }, { n: number('4') }]);
  const many = Array.from({ length: 409 }, (_, i) => `n=${i % 10 === 4 ? 4 : 9}`).join('||');
  const deep = `${'{n=4&&{n>3||'.repeat(140)}n=4${'}'.repeat(280)}`;
  const braces = `${'{'.repeat(1000)}n=4${'}'.repeat(1000)}`;
  for (const query of [many, deep, braces]) {
    const condition = compileOrRefuse(query);
    assert.ok(condition, query.slice(0, 30));
    assert.deepEqual(await askTable(app, condition), [1], query.slice(0, 30));
  }
});
