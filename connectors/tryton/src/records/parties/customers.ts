import { trytonType } from '../../tryton-type.ts';
import { mapParty, partyName, partySource, type WireParty } from './parties.ts';
import { partyPush } from './push-party.ts';

const source = {
  ...partySource,
  map: (wire: WireParty) => ({ customerName: partyName(wire), ...mapParty(wire) }),
};

export const customers = trytonType({ dataType: 'customers', ...source, push: partyPush(source, 'customerName') });
