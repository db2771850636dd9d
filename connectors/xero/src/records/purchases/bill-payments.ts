import { xeroType } from '../../xero-type.ts';
import { supplierRef } from '../documents.ts';
import { mapPayment, paymentEndpoint, paymentPush, type XeroPayment } from '../payments.ts';

export const billPayments = xeroType({
  dataType: 'billPayments',
  ...paymentEndpoint,
  where: 'PaymentType=="ACCPAYPAYMENT"',
  map: (wire: XeroPayment) => ({ supplierRef: supplierRef(wire.Invoice?.Contact), ...mapPayment(wire, 'Bill') }),
  push: paymentPush('Bill'),
});
