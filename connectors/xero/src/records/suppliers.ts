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

const update = closed({ supplierName: text(255), ...contactSchema, ...contactStatus });

/** A contact cannot be deleted at Xero, only archived. */
export const suppliers = xeroType({
  dataType: 'suppliers',
  ...contactEndpoint,
  belongs: (wire: XeroContact) => wire.IsSupplier === true || wire.IsCustomer !== true,
  map: (wire: XeroContact) => ({ supplierName: wire.Name, ...mapContact(wire) }),
  push: {
    operations: { create: closed({ supplierName: text(255), ...contactSchema }), update },
    choices: {},
    undo: undoBy.archive,
    customFields: ownContactFields,
    body: (record: Static<typeof update>) => ({ Name: record.supplierName, ...contactBody(record) }),
    complaints: contactComplaints('supplierName'),
  },
});
