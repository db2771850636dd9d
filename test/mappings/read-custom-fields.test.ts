import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CustomFieldType, readCustomFields } from '../../src/connectors/custom-fields.ts';
import { digestOf } from '../../src/connectors/mapping.ts';

/** The JSON text of the value, 'absent', or 'unreadable'. */
function read(type: CustomFieldType, json: string): string {
  const { values, unreadable } = readCustomFields(`{"v":${json}}`, [{ name: 'v', path: 'v', type }]);
  if (unreadable.length > 0) return 'unreadable';
  return 'v' in values ? JSON.stringify(values.v) : 'absent';
}

const table: [CustomFieldType, string, string][] = [
  ['text', '"a"', '"a"'],
  ['text', '""', '""'],
  ['text', 'null', 'absent'],
  ['text', '12345678901234567890.10', '"12345678901234567890.10"'],
  ['text', 'true', '"true"'],
  ['text', '{"a":1}', 'unreadable'],
  ['text', '["a"]', 'unreadable'],
  ['text', `"${'x'.repeat(4001)}"`, 'unreadable'],
  ['number', '0.1', '0.1'],
  ['number', '12345678901234567890.10', '12345678901234567890.10'],
  ['number', '" 12.50 "', '12.50'],
  ['number', '1.5e3', '1500'],
  ['number', '1.25e-3', '0.00125'],
  ['number', '-1e2', '-100'],
  ['number', '-0', '0'],
  ['number', '1e101', 'unreadable'],
  ['number', '"1,234.5"', 'unreadable'],
  ['number', '"1.234,5"', 'unreadable'],
  ['number', '""', 'unreadable'],
  ['number', 'true', 'unreadable'],
  ['date', '"2024-02-29"', '"2024-02-29"'],
  ['date', '"2024-02-29T23:30:00+02:00"', '"2024-02-29"'],
  ['date', '"2023-02-29"', 'unreadable'],
  ['date', '"29.02.2024"', 'unreadable'],
  ['date', '20240229', 'unreadable'],
  ['dateTime', '"2024-02-29T23:30:00+02:00"', '"2024-02-29T21:30:00.000Z"'],
  ['dateTime', '"2024-02-29 23:30:00Z"', '"2024-02-29T23:30:00.000Z"'],
  ['dateTime', '"2024-02-29T23:30:00"', 'unreadable'],
  ['dateTime', '"2024-02-30T23:30:00Z"', 'unreadable'],
  ['boolean', 'false', 'false'],
  ['boolean', '"true"', 'true'],
  ['boolean', '1', 'unreadable'],
  ['boolean', '"yes"', 'unreadable'],
];

for (const [type, json, expected] of table)
  test(`a ${type} from ${json.slice(0, 40)} is ${expected}`, () => {
    assert.equal(read(type, json), expected);
  });

test('a path goes through members and array positions, and never finds what is inherited', () => {
  const source = '{"lines":[{"project":{"code":"P1"}}],"a":{"0":"zero"}}';
  const at = (path: string) => readCustomFields(source, [{ name: 'v', path, type: 'text' }]).values.v;
  assert.equal(at('lines.0.project.code'), 'P1');
  assert.equal(at('a.0'), 'zero');
  for (const path of ['lines.1.project.code', 'lines.length', 'lines.x', 'constructor.name', '__proto__', 'a.0.length'])
    assert.equal(at(path), undefined, path);
});

test('a source that is not JSON has no values, and all of them count as unreadable', () => {
  const fields = [{ name: 'v', path: 'v', type: 'text' as const }];
  assert.deepEqual(readCustomFields('{', fields), { values: {}, unreadable: ['v'] });
});

test('what records depend on identifies a mapping: not the order, and not the fields that a push may set', () => {
  const [a, b] = [
    { name: 'a', path: 'x', type: 'text' as const },
    { name: 'b', path: 'y', type: 'date' as const },
  ];
  assert.equal(digestOf([a, b]), digestOf([b, { ...a, pushTo: 'x' }]));
  assert.notEqual(digestOf([a]), digestOf([{ ...a, type: 'number' }]));
  assert.equal(digestOf([]), null);
});
