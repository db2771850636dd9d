import { undoBy } from '@daybook/connector-kit';
import { closed, optional } from '@daybook/connector-kit/push-parts';
import type { PushKind } from '../../push-records.ts';
import type { Source } from '../../source.ts';
import { name } from '../parts.ts';
import { partyCreator } from './create-party.ts';
import { contact, status } from './party-values.ts';
import { partyUpdater } from './update-party.ts';

/** How parties are written. Customers and suppliers differ only in the field that contains the name. */
export function partyPush(source: Source, nameField: 'customerName' | 'supplierName'): PushKind {
  return {
    operations: {
      create: closed({ [nameField]: name(), ...contact }),
      update: closed({ [nameField]: optional(name()), ...contact, status }),
    },
    choices: {},
    // Tryton does not delete a party that a cancelled document names.
    undo: undoBy.archive,
    pushers: { create: partyCreator(source), update: partyUpdater(source) },
  };
}
