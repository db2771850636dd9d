import { odooType } from '../odoo-type.ts';
import { paymentPush } from '../push/push-payment.ts';
import { mapPayment, paymentSource, type WirePayment } from './money.ts';
import { supplierRef } from './parts.ts';

const source = {
  ...paymentSource('supplier'),
  map: (wire: WirePayment) => ({ supplierRef: supplierRef(wire.partner_id), ...mapPayment(wire, 'outbound') }),
};

export const billPayments = odooType({
  dataType: 'billPayments',
  ...source,
  push: paymentPush({ partyField: 'supplierRef', pays: 'Bill' }),
});
