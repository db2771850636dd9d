import { closed, ref } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { sandboxType } from '../../sandbox-type.ts';
import { mapPayment, paymentBody, paymentFields, paymentSchema, type WirePayment } from '../settlements.ts';
import { idOf, supplierRef } from '../values.ts';

const schema = closed({ supplierRef: ref('The id of a supplier.'), ...paymentSchema('Bill') });

export const billPayments = sandboxType({
  dataType: 'billPayments',
  map: (wire: WirePayment) => ({
    supplierRef: supplierRef(wire.supplier),
    ...mapPayment(wire),
  }),
  push: {
    operations: { create: schema },
    choices: { 'accountRef.id': 'accounts' },
    certainty: 'search',
    body: (record: Static<typeof schema>) => ({
      supplier: idOf(record.supplierRef),
      ...paymentBody(record),
    }),
    fields: { supplier: 'supplierRef.id', ...paymentFields },
  },
});
