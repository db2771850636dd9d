import { trytonType } from '../../tryton-type.ts';
import { mapParty, partyName, partySource, type WireParty } from './parties.ts';
import { partyPush } from './push-party.ts';

const source = {
  ...partySource,
  map: (wire: WireParty) => ({ supplierName: partyName(wire), ...mapParty(wire) }),
};

export const suppliers = trytonType({ dataType: 'suppliers', ...source, push: partyPush(source, 'supplierName') });
