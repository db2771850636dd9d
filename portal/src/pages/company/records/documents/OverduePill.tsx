import { t } from '../../../../messages/books.ts';
import { ToneBadge } from '../../../../ui/StatusBadge.tsx';

/** "Overdue 12 days". `title` tells the status that the platform states. */
export function OverduePill({ days, title }: { days: number; title?: string }) {
  return <ToneBadge tone="bad" label={t('overdueDays', { days })} {...(title && { title })} />;
}
