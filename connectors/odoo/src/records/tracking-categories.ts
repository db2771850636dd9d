import { odooType } from '../odoo-type.ts';
import { alsoArchived } from '../pull-records.ts';
import type { Odoo } from '../session.ts';
import { fields, related } from '../specification.ts';
import type { Ref, Stamps } from '../wire.ts';
import { activity, stamps } from './parts.ts';

type WireAnalytic = Stamps & { name: string; active: boolean; plan_id: Ref | false };
type WirePlan = Stamps & { name: string; parent_id: { id: number } | false };

const planId = (id: number) => `plan-${id}`;

/** Analytic accounts belong to plans, such as projects or departments. A plan is the parent of its accounts. */
const plan = {
  map: (wire: WirePlan) => ({
    name: wire.name,
    parentId: wire.parent_id ? planId(wire.parent_id.id) : undefined,
    hasChildren: true,
    status: 'Active',
  }),
};

async function readPlans(odoo: Odoo) {
  const parameters = { domain: [], specification: fields('name', related('parent_id', 'name'), stamps), order: 'id' };
  type Found = { records: WirePlan[] };
  const { records } = await odoo.call<Found>('account.analytic.plan', 'web_search_read', parameters, alsoArchived);
  return records.map((row) => ({ source: plan, id: planId(row.id), row }));
}

export const trackingCategories = odooType({
  dataType: 'trackingCategories',
  model: 'account.analytic.account',
  company: 'shared',
  domain: [],
  fields: fields('name', 'active', related('plan_id', 'name'), stamps),
  movedBy: [],
  more: readPlans,
  // Only an account has a plan.
  mapOfMore: (row) => ('plan_id' in row ? undefined : plan),
  map: (wire: WireAnalytic) => ({
    name: wire.name,
    parentId: wire.plan_id ? planId(wire.plan_id.id) : undefined,
    hasChildren: false,
    status: activity(wire.active),
  }),
});
