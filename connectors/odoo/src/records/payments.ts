import { odooType } from '../odoo-type.ts';
import { paymentPush } from '../push/push-payment.ts';
import { mapPayment, paymentSource, type WirePayment } from './money.ts';
import { customerRef } from './parts.ts';

const source = {
  ...paymentSource('customer'),
  map: (wire: WirePayment) => ({ customerRef: customerRef(wire.partner_id), ...mapPayment(wire, 'inbound') }),
};

export const payments = odooType({
  dataType: 'payments',
  ...source,
  push: paymentPush({ partyField: 'customerRef', pays: 'Invoice' }),
});
