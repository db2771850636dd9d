import Type from 'typebox';
import { openValues } from '../base/open-values.ts';

/** Schemas and examples of the data of events, as far as several event types have them or they are long. */
export const id = Type.String({ format: 'uuid' });
export const time = Type.String({ format: 'date-time' });
export const count = Type.Integer({ minimum: 0 });
export const name = Type.String();
export const open = (text: string) => ({ description: openValues(text) });

export const connectionData = Type.Object({
  platformKey: name,
  status: Type.String(open('State of the connection, such as `Linked`.')),
});
export const aConnection = { platformKey: 'sandbox', status: 'Linked' };
export const exampleId = (last: number) => `0198c5a0-0000-7000-8000-${String(last).padStart(12, '0')}`;

export const anError = (code: string, message: string) => ({ code, message });

export const trigger = Type.String(open('What caused the sync, such as `schedule` or `manual`.'));
export const counts = Type.Object({ added: count, updated: count, unchanged: count, deleted: count });
export const pushData = Type.Object({
  pushId: id,
  dataType: name,
  operation: Type.String(open('What the push does: `create`, `update` or `delete`.')),
  status: Type.String(open('State of the push, such as `Success`.')),
  recordId: Type.Optional(name),
  errorMessage: Type.Optional(name),
});
export const aPush = {
  pushId: exampleId(3),
  dataType: 'invoices',
  operation: 'create',
  status: 'Success',
  recordId: 'INV-7',
};
export const pushSucceeded = 'The push "create invoices" succeeded.';
export const groupData = Type.Object({
  pushGroupId: id,
  status: Type.String(open('How the group ended: `Succeeded`, `Failed`, `Undone` or `UndoFailed`.')),
  steps: Type.Array(
    Type.Object({
      key: name,
      dataType: name,
      operation: Type.String(open('What the step does: `create`, `update` or `delete`.')),
      outcome: Type.String(open('What became of the step, such as `succeeded` or `undone`.')),
      pushId: Type.Optional(id),
      recordId: Type.Optional(name),
      errorMessage: Type.Optional(name),
    }),
  ),
});
const aStep = { dataType: 'customers', operation: 'create', outcome: 'succeeded' };
export const aGroup = {
  pushGroupId: exampleId(9),
  status: 'Succeeded',
  steps: [{ key: 'customer', ...aStep, pushId: exampleId(3), recordId: 'CUS-7' }],
};
const version = Type.Record(Type.String(), Type.Unknown());
export const standingData = Type.Object({
  consumerId: id,
  standingQueryId: id,
  name,
  dataType: name,
  reason: Type.String(
    open(
      '`published`: a published generation has changed the records. `dayChanged`: a new day has begun (UTC), for a query with `today`; the records are the same, so `before` equals `after`.',
    ),
  ),
  day: Type.Optional(
    Type.String({ format: 'date', description: 'The day that has begun. Only if the reason is `dayChanged`.' }),
  ),
  generation: Type.Integer({
    minimum: 1,
    description: 'The published generation that has changed the records, or in which they were compared with the day.',
  }),
  // With the reason `published`, exactly one of these two ids is present: of the sync or push that published.
  syncId: Type.Optional(id),
  pushId: Type.Optional(id),
  entered: count,
  changed: count,
  left: count,
  records: Type.Array(
    Type.Object({
      recordId: name,
      change: Type.String(open('`entered`, `changed` or `left`.')),
      isDeleted: Type.Boolean({ description: 'Whether the record was deleted. A deleted record matches no query.' }),
      beforeGeneration: Type.Optional(Type.Integer({ minimum: 1 })),
      before: Type.Optional(version),
      after: Type.Optional(version),
      versions: Type.Optional(name),
    }),
    { description: 'At most 100 records. A generation with more of them is told in several events.' },
  ),
});
export const anInvoice = (status: string, modifiedDate: string) => ({
  ...{ id: 'INV-7', invoiceNumber: '7', issueDate: '2026-10-01T00:00:00Z', dueDate: '2026-11-01T00:00:00Z' },
  ...{ currency: 'EUR', totalAmount: 12_500, amountDue: 12_500, status, modifiedDate, metadata: { isDeleted: false } },
});
export const consumerData = { consumerId: id, name, url: Type.String() };
export const aConsumer = { consumerId: exampleId(4), name: 'ledger', url: 'https://client.example/hooks' };
export const limitWindow = Type.String({ description: openValues('`minute` or `day`.') });
