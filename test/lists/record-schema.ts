import Type from 'typebox';
import type { FieldTable } from './evaluate-filter.ts';

/** A record with every kind of field that a data set can contain: the schema for the product. */
const Tracking = Type.Object({
  name: Type.Optional(Type.String()),
  weight: Type.Optional(Type.Number()),
  since: Type.Optional(Type.String({ format: 'date' })),
});

const Line = Type.Object({
  description: Type.Optional(Type.String()),
  quantity: Type.Optional(Type.Number()),
  taxed: Type.Optional(Type.Boolean()),
  itemRef: Type.Optional(
    Type.Object({
      id: Type.String(),
      kind: Type.Optional(Type.Union([Type.Literal('Product'), Type.Literal('Service')])),
    }),
  ),
  tracking: Type.Optional(Type.Array(Tracking)),
});

export const TestRecord = Type.Object({
  id: Type.String(),
  n: Type.Integer(),
  title: Type.String(),
  note: Type.Optional(Type.String()),
  nickname: Type.Union([Type.String(), Type.Null()]),
  status: Type.Enum(['Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Überfällig', 'null']),
  stage: Type.Optional(Type.Union([Type.Literal('Open'), Type.Literal('LinKed'), Type.Null()])),
  amount: Type.Number(),
  rate: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  Größe: Type.Optional(Type.Number()),
  'sort-key_2': Type.Optional(Type.String()),
  issued: Type.String({ format: 'date-time' }),
  due: Type.Optional(Type.String({ format: 'date' })),
  paidOn: Type.Optional(Type.Union([Type.String({ format: 'date-time' }), Type.Null()])),
  paid: Type.Optional(Type.Boolean()),
  reference: Type.Optional(Type.String({ format: 'uuid' })),
  customer: Type.Optional(
    Type.Object({
      id: Type.String(),
      companyName: Type.Optional(Type.String()),
      address: Type.Optional(
        Type.Union([
          Type.Object({
            city: Type.Optional(Type.String()),
            opened: Type.Optional(Type.String({ format: 'date-time' })),
            active: Type.Optional(Type.Boolean()),
          }),
          Type.Null(),
        ]),
      ),
    }),
  ),
  lines: Type.Optional(Type.Array(Line)),
  grid: Type.Optional(
    Type.Array(Type.Array(Type.Object({ code: Type.Optional(Type.String()), value: Type.Optional(Type.Number()) }))),
  ),
  labels: Type.Optional(Type.Array(Type.String())),
});

/** The same fields by hand, so that the evaluator is independent of the product. `[]` marks an array on the path. */
export const testRecordFields: FieldTable = {
  id: 'text',
  n: 'number',
  title: 'text',
  note: 'text',
  nickname: 'text',
  status: ['Draft', 'Submitted', 'PartiallyPaid', 'Paid', 'Überfällig', 'null'],
  stage: ['Open', 'LinKed'],
  amount: 'number',
  rate: 'number',
  Größe: 'number',
  'sort-key_2': 'text',
  issued: 'time',
  due: 'time',
  paidOn: 'time',
  paid: 'boolean',
  reference: 'uuid',
  customer: 'structure',
  'customer.id': 'text',
  'customer.companyName': 'text',
  'customer.address': 'structure',
  'customer.address.city': 'text',
  'customer.address.opened': 'time',
  'customer.address.active': 'boolean',
  lines: 'structure',
  'lines[].description': 'text',
  'lines[].quantity': 'number',
  'lines[].taxed': 'boolean',
  'lines[].itemRef': 'structure',
  'lines[].itemRef.id': 'text',
  'lines[].itemRef.kind': ['Product', 'Service'],
  'lines[].tracking': 'structure',
  'lines[].tracking[].name': 'text',
  'lines[].tracking[].weight': 'number',
  'lines[].tracking[].since': 'time',
  grid: 'structure',
  'grid[][].code': 'text',
  'grid[][].value': 'number',
  labels: 'structure',
};
