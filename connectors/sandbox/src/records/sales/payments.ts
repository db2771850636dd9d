import { closed, ref } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { sandboxType } from '../../sandbox-type.ts';
import { mapPayment, paymentBody, paymentFields, paymentSchema, type WirePayment } from '../settlements.ts';
import { customerRef, idOf } from '../values.ts';

const schema = closed({ customerRef: ref('The id of a customer.'), ...paymentSchema('Invoice') });

export const payments = sandboxType({
  dataType: 'payments',
  map: (wire: WirePayment) => ({ customerRef: customerRef(wire.customer), ...mapPayment(wire) }),
  push: {
    operations: { create: schema },
    choices: { 'accountRef.id': 'accounts' },
    certainty: 'key',
    body: (record: Static<typeof schema>) => ({
      customer: idOf(record.customerRef),
      ...paymentBody(record),
    }),
    fields: { customer: 'customerRef.id', ...paymentFields },
  },
});
