import { trytonType } from '../tryton-type.ts';
import { mapParty, partyName, partySource, type WireParty } from './parties.ts';

export const suppliers = trytonType({
  dataType: 'suppliers',
  ...partySource,
  map: (wire: WireParty) => ({ supplierName: partyName(wire), ...mapParty(wire) }),
});
