import { t } from '../../messages/overview.ts';
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
      return companyId ? { label: t('sendLinkToOwner'), to: paths.companyConnections(companyId) } : undefined;
    case 'deletionsHeld':
      return companyId && syncId ? { label: t('reviewDeletions'), to: paths.sync(companyId, syncId) } : undefined;
    case 'pushUnknown':
      return companyId && pushId ? { label: t('resolvePush'), to: paths.push(companyId, pushId) } : undefined;
    case 'consumerFailing':
    case 'consumerDisabled':
      return consumerId ? { label: t('fixAndResend'), to: paths.consumer(consumerId) } : undefined;
    case 'deliveriesLate':
      return consumerId ? { label: t('viewPendingDeliveries'), to: paths.consumer(consumerId) } : undefined;
    case 'requestLimit':
    case 'planExpiry':
    case 'planLimit':
      return { label: t('viewPlan'), to: paths.usage() };
    default:
      return wayTo(item);
  }
}

/**
 * Returns the most specific page that the ids in the problem refer to. Used if the portal does not know the problem's
 * kind.
 */
function wayTo({ companyId, consumerId, syncId, pushId }: Attention): Way | undefined {
  if (companyId && syncId) return { label: t('viewSync'), to: paths.sync(companyId, syncId) };
  if (companyId && pushId) return { label: t('viewPush'), to: paths.push(companyId, pushId) };
  if (consumerId) return { label: t('viewConsumer'), to: paths.consumer(consumerId) };
  if (companyId) return { label: t('viewCompany'), to: paths.company(companyId) };
  return undefined;
}
