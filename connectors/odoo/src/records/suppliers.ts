import { odooType } from '../odoo-type.ts';
import { partnerPush } from '../push/push-partner.ts';
import { mapPartner, partnerName, partnerSource, type WirePartner } from './partners.ts';

const source = {
  ...partnerSource('supplier_rank'),
  map: (wire: WirePartner) => ({ supplierName: partnerName(wire), ...mapPartner(wire) }),
};

export const suppliers = odooType({
  dataType: 'suppliers',
  ...source,
  push: partnerPush('supplier_rank'),
});
