import { undoBy } from '@daybook/connector-kit';
import { closed, createAndUpdate, text } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { ownCustomerFields } from '../own-fields.ts';
import { quickbooksType } from '../quickbooks-type.ts';
import { mapParty, nameText, partyBody, partyFields, partySchema, type QboParty } from './parties.ts';

const schema = closed({ customerName: text(500, nameText), ...partySchema });

/** A customer cannot be deleted, only made inactive. */
export const customers = quickbooksType({
  dataType: 'customers',
  entity: 'Customer',
  hasInactive: true,
  map: (wire: QboParty) => ({ customerName: wire.DisplayName, ...mapParty(wire) }),
  push: {
    operations: createAndUpdate(schema),
    choices: {},
    undo: undoBy.archive,
    customFields: ownCustomerFields,
    body: (record: Static<typeof schema>) => ({ DisplayName: record.customerName, ...partyBody(record) }),
    fields: { DisplayName: 'customerName', ...partyFields },
  },
});
