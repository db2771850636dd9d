import { paths } from '../../paths.ts';

/** What needs somebody, as the service tells it. */
type Attention = {
  kind: string;
  companyId?: string;
  consumerId?: string;
  syncId?: string;
  pushId?: string;
};
type Way = { label: string; to: string };

/** The page where it can be mended, and what to do there. */
export function wayToMend(item: Attention): Way | undefined {
  const { companyId, consumerId, syncId, pushId } = item;
  switch (item.kind) {
    case 'connectionDeauthorized':
      return companyId ? { label: 'Send the owner the link', to: paths.companyConnections(companyId) } : undefined;
    case 'deletionsHeld':
      return companyId && syncId ? { label: 'Look and confirm', to: paths.sync(companyId, syncId) } : undefined;
    case 'pushUnknown':
      return companyId && pushId ? { label: 'Say what happened', to: paths.push(companyId, pushId) } : undefined;
    case 'consumerFailing':
    case 'consumerDisabled':
      return consumerId ? { label: 'Mend and recover', to: paths.consumer(consumerId) } : undefined;
    case 'deliveriesLate':
      return consumerId ? { label: 'See what waits', to: paths.consumer(consumerId) } : undefined;
    case 'requestLimit':
    case 'planExpiry':
    case 'planLimit':
      return { label: 'See the plan', to: paths.usage() };
    default:
      return wayTo(item);
  }
}

/** For a kind that is newer than the portal: whatever it names, from the nearest to the widest. */
function wayTo({ companyId, consumerId, syncId, pushId }: Attention): Way | undefined {
  if (companyId && syncId) return { label: 'See the sync', to: paths.sync(companyId, syncId) };
  if (companyId && pushId) return { label: 'See the push', to: paths.push(companyId, pushId) };
  if (consumerId) return { label: 'See the consumer', to: paths.consumer(consumerId) };
  if (companyId) return { label: 'See the company', to: paths.company(companyId) };
  return undefined;
}
