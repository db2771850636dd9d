import type { Push } from '@daybook/connector-kit';
import * as bodies from './push-bodies.ts';
import { customerPusher } from './push-customers.ts';
import { invoicePusher } from './push-invoices.ts';
import { paymentPusher } from './push-payments.ts';
import { createPush } from './push-records.ts';
import * as schemas from './push-schemas.ts';
import type { Sessions } from './session.ts';

/** The data types that can be written. */
export function createPushes(sessions: Sessions): Record<string, Push> {
  return {
    customers: createPush(sessions, {
      operations: { create: schemas.customerSchema },
      choices: {},
      values: bodies.customerValues,
      pusher: customerPusher,
    }),
    invoices: createPush(sessions, {
      operations: { create: schemas.invoiceSchema },
      choices: { 'lineItems.*.accountRef.id': 'accounts', 'lineItems.*.taxRateRef.id': 'taxRates' },
      values: bodies.invoiceValues,
      pusher: invoicePusher,
    }),
    payments: createPush(sessions, {
      operations: { create: schemas.paymentSchema },
      choices: { 'accountRef.id': 'accounts' },
      values: bodies.paymentValues,
      pusher: paymentPusher,
    }),
  };
}
