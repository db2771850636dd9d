import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventNames, eventTypes } from '../../src/events/event-types.ts';
import { fieldChooser } from '../../src/webhooks/content/choose-fields.ts';
import { compileEventFilter } from '../../src/webhooks/content/compile-event-filter.ts';
import { eventFields, subscribedTypes } from '../../src/webhooks/content/event-fields.ts';

/** The rules of content filters and field choices, without a database. */
test('a field has the same kind in every event type that has it', () => {
  const kinds = new Map<string, string>();
  for (const name of eventNames) {
    for (const [path, { kind }] of eventFields([name])) {
      assert.equal(kinds.get(path) ?? kind, kind, `${path} of ${name}`);
      kinds.set(path, kind);
    }
  }
});

test('every field of every example is a field that filters can name', () => {
  for (const name of eventNames) {
    const fields = eventFields([name]);
    for (const member of Object.keys(eventTypes[name].example)) assert.ok(fields.has(`Data.${member}`), name + member);
  }
});

test('a filter can name the fields of the subscribed event types only, and the error lists them', () => {
  const types = subscribedTypes(['sync.*']);
  assert.deepEqual(types, ['sync.completed', 'sync.failed']);
  assert.deepEqual(compileEventFilter('Data.counts.added>0 || Data.error.code=unavailable', types), {
    any: [
      { path: ['Data', 'counts', 'added'], kind: 'number', operator: '>', value: '0' },
      { path: ['Data', 'error', 'code'], kind: 'text', operator: '=', value: 'unavailable' },
    ],
  });
  for (const [filter, problem] of [
    ['Data.pushId!=null', /The field "filter" names "Data.pushId", which none .* EventId, RuleType, .* Data\.syncId/],
    ['constructor=1', /The field "filter" names "constructor"/],
    ['Data.counts.added=many', /The field "filter" is invalid: the field "Data.counts.added" must be compared with a/],
    ['Data.counts=1', /can only be compared with null/],
    ['RuleType=push.failed', /is never "push.failed". Its values: sync.completed, sync.failed/],
    ['Data.dataType', /The field "filter" is malformed at character 14: expected one of/],
    ['Data.dataType==invoices', /there is no operator "==".* write Data.dataType=invoices/],
    [Array(51).fill('Data.isFull=true').join('||'), /The field "filter" has 51 comparisons; the maximum is 50/],
  ] as const) {
    assert.throws(
      () => compileEventFilter(filter, types),
      (error: { message: string; validation?: { itemId?: string }[] }) => {
        assert.match(JSON.stringify({ ...error, message: error.message }).replaceAll('\\"', '"'), problem, filter);
        return true;
      },
    );
  }
});

test('P-CONTENT: chosen fields are sent in the order of the body, with those that receivers always need', () => {
  const body = JSON.stringify({
    EventId: 'e',
    RuleType: 'sync.completed',
    GeneratedAt: 't',
    ClientId: 'a',
    ClientName: 'Example',
    CompanyId: 'c',
    DataConnectionId: 'd',
    Message: 'text',
    Data: { syncId: 's', counts: { added: 1, updated: 2 }, completed: ['x', 'y'] },
  });
  const kept = { EventId: 'e', RuleType: 'sync.completed', GeneratedAt: 't', ClientId: 'a', CompanyId: 'c' };
  const chosen = (...fields: string[]) => JSON.parse(fieldChooser(fields)(body));
  assert.deepEqual(chosen('EventId'), { ...kept, DataConnectionId: 'd' });
  assert.deepEqual(chosen('Data.counts.added', 'Message'), {
    ...kept,
    DataConnectionId: 'd',
    Message: 'text',
    Data: { counts: { added: 1 } },
  });
  for (const both of [
    ['Data', 'Data.counts.added'],
    ['Data.counts.added', 'Data'],
  ]) {
    assert.deepEqual(chosen(...both).Data, JSON.parse(body).Data, both.join());
  }
  assert.deepEqual(chosen('Data.completed', 'Data.absent').Data, { completed: ['x', 'y'] });
  assert.equal(fieldChooser(['Message'])(body), fieldChooser(['Message'])(body));
  const all = fieldChooser(['ClientName', 'Message', 'Data'])(body);
  assert.equal(all, body, 'the order and the bytes of the body stay');
});
