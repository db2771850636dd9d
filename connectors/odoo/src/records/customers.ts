import { odooType } from '../odoo-type.ts';
import { partnerPush } from '../push/push-partner.ts';
import { mapPartner, partnerName, partnerSource, type WirePartner } from './partners.ts';

const source = {
  ...partnerSource('customer_rank'),
  map: (wire: WirePartner) => ({ customerName: partnerName(wire), ...mapPartner(wire) }),
};

export const customers = odooType({
  dataType: 'customers',
  ...source,
  push: partnerPush('customer_rank'),
});
