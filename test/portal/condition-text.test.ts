import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withCondition } from '../../portal/src/pages/company/browse/condition-text.ts';

test('a condition becomes the text of the filter language, after the filter that there is', () => {
  const cases: [string | undefined, Parameters<typeof withCondition>[1], string][] = [
    [undefined, { field: 'status', comparison: 'is', value: 'Paid' }, 'status=Paid'],
    ['status=Paid', { field: 'totalAmount', comparison: 'moreThan', value: '1000' }, 'status=Paid && totalAmount>1000'],
    [
      'a=1 || b=2',
      { field: 'dueDate', comparison: 'before', value: '2026-01-31' },
      '{a=1 || b=2} && dueDate<2026-01-31',
    ],
    [undefined, { field: 'dueDate', comparison: 'from', value: '2026-01-31' }, 'dueDate>=2026-01-31'],
    [
      undefined,
      { field: 'customerRef.companyName', comparison: 'contains', value: 'Sons & "Co"' },
      'customerRef.companyName~"Sons & \\"Co\\""',
    ],
    [undefined, { field: 'note', comparison: 'is', value: 'null' }, 'note="null"'],
    [undefined, { field: 'paidOnDate', comparison: 'isEmpty', value: '' }, 'paidOnDate=null'],
    [undefined, { field: 'amountDue', comparison: 'lessThan', value: '-3.5' }, 'amountDue<-3.5'],
  ];
  for (const [query, condition, text] of cases) assert.equal(withCondition(query, condition), text);
});
