import { undoBy } from '@daybook/connector-kit';
import { allOperations, closed } from '@daybook/connector-kit/push-parts';
import type { Static } from 'typebox';
import { ownFields } from '../../push-fields.ts';
import { sandboxType } from '../../sandbox-type.ts';
import { mapParty, partyBody, partyFields, partySchema, type WireParty } from '../parties.ts';
import { name } from '../values.ts';

const schema = closed({ customerName: name(), ...partySchema });

export const customers = sandboxType({
  dataType: 'customers',
  map: (wire: WireParty) => ({ customerName: wire.name, ...mapParty(wire) }),
  push: {
    operations: allOperations(schema),
    choices: {},
    certainty: 'key',
    customFields: ownFields,
    undo: undoBy.archive,
    body: (record: Static<typeof schema>) => ({
      name: record.customerName,
      ...partyBody(record),
    }),
    fields: { name: 'customerName', ...partyFields },
  },
});
