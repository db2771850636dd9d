import { xeroType } from '../../xero-type.ts';
import { supplierRef } from '../documents.ts';
import { mapPayment, paymentPush, paymentSource, type XeroPayment } from '../payments.ts';

export const billPayments = xeroType({
  dataType: 'billPayments',
  ...paymentSource('AP'),
  map: (wire: XeroPayment) => ({ supplierRef: supplierRef(wire.Invoice?.Contact), ...mapPayment(wire, 'Bill') }),
  push: paymentPush('Bill'),
});
