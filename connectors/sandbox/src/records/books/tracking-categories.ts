import { sandboxType } from '../../sandbox-type.ts';
import { activity, translate } from '../values.ts';

type WireTrackingCategory = { name: string; parent: string | null; has_children: boolean; state: string };

export const trackingCategories = sandboxType({
  dataType: 'trackingCategories',
  map: (wire: WireTrackingCategory) => ({
    name: wire.name,
    parentId: wire.parent ?? undefined,
    hasChildren: wire.has_children,
    status: translate(activity, wire.state),
  }),
});
