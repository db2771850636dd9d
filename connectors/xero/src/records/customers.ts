import { undoBy } from '@daybook/connector-kit';
import { closed, text } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { ownContactFields } from '../own-fields.ts';
import { xeroType } from '../xero-type.ts';
import {
  contactBody,
  contactComplaints,
  contactEndpoint,
  contactSchema,
  contactStatus,
  mapContact,
  type XeroContact,
} from './contacts.ts';

const update = closed({ customerName: text(255), ...contactSchema, ...contactStatus });

/** A contact cannot be deleted at Xero, only archived. */
export const customers = xeroType({
  dataType: 'customers',
  ...contactEndpoint,
  // Xero derives a contact's role from its documents. A contact without documents is both customer and supplier.
  belongs: (wire: XeroContact) => wire.IsCustomer === true || wire.IsSupplier !== true,
  map: (wire: XeroContact) => ({ customerName: wire.Name, ...mapContact(wire) }),
  push: {
    operations: { create: closed({ customerName: text(255), ...contactSchema }), update },
    choices: {},
    undo: undoBy.archive,
    customFields: ownContactFields,
    body: (record: Static<typeof update>) => ({ Name: record.customerName, ...contactBody(record) }),
    complaints: contactComplaints('customerName'),
  },
});
