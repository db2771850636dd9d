import { paths } from '../../paths.ts';

/** A problem from the attention list of the service. */
type Attention = {
  kind: string;
  companyId?: string;
  consumerId?: string;
  syncId?: string;
  pushId?: string;
};
type Way = { label: string; to: string };

/** Returns the page where the problem can be fixed, and the label of the link to that page. */
export function wayToMend(item: Attention): Way | undefined {
  const { companyId, consumerId, syncId, pushId } = item;
  switch (item.kind) {
    case 'connectionDeauthorized':
      return companyId ? { label: 'Send link to owner', to: paths.companyConnections(companyId) } : undefined;
    case 'deletionsHeld':
      return companyId && syncId ? { label: 'Review deletions', to: paths.sync(companyId, syncId) } : undefined;
    case 'pushUnknown':
      return companyId && pushId ? { label: 'Resolve push', to: paths.push(companyId, pushId) } : undefined;
    case 'consumerFailing':
    case 'consumerDisabled':
      return consumerId ? { label: 'Fix and resend', to: paths.consumer(consumerId) } : undefined;
    case 'deliveriesLate':
      return consumerId ? { label: 'View pending deliveries', to: paths.consumer(consumerId) } : undefined;
    case 'requestLimit':
    case 'planExpiry':
    case 'planLimit':
      return { label: 'View plan', to: paths.usage() };
    default:
      return wayTo(item);
  }
}

/** Returns the most specific page that the problem refers to. Used for kinds that the portal does not know. */
function wayTo({ companyId, consumerId, syncId, pushId }: Attention): Way | undefined {
  if (companyId && syncId) return { label: 'View sync', to: paths.sync(companyId, syncId) };
  if (companyId && pushId) return { label: 'View push', to: paths.push(companyId, pushId) };
  if (consumerId) return { label: 'View consumer', to: paths.consumer(consumerId) };
  if (companyId) return { label: 'View company', to: paths.company(companyId) };
  return undefined;
}
