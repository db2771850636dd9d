import { undoBy } from '@daybook/connector-kit';
import { closed, createAndUpdate, text } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { ownSupplierFields } from '../own-fields.ts';
import { quickbooksType } from '../quickbooks-type.ts';
import { mapParty, nameText, partyBody, partyFields, partySchema, type QboParty } from './parties.ts';

const schema = closed({ supplierName: text(500, nameText), ...partySchema });

/** A supplier cannot be deleted, only made inactive. */
export const suppliers = quickbooksType({
  dataType: 'suppliers',
  entity: 'Vendor',
  hasInactive: true,
  map: (wire: QboParty) => ({ supplierName: wire.DisplayName, ...mapParty(wire) }),
  push: {
    operations: createAndUpdate(schema),
    choices: {},
    undo: undoBy.archive,
    customFields: ownSupplierFields,
    body: (record: Static<typeof schema>) => {
      // QuickBooks stores only one address for a supplier.
      const { ShipAddr: _, ...rest } = partyBody(record);
      return { DisplayName: record.supplierName, ...rest };
    },
    fields: { DisplayName: 'supplierName', ...partyFields },
  },
});
