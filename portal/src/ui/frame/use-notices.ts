import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { read } from '../../api.ts';
import { tell } from '../form/tell.ts';
import { type Notice, subjectOf, titleOf } from '../notice-words.ts';

/**
 * Shows a message when a notice begins or ends while the portal is open. Live events report the notices of the account.
 * The notices of the installation are read once a minute while the tab is visible, because an operator may have entered
 * no account.
 */
export function useNotices(accountId: string | undefined, isOperator: boolean): void {
  const { data } = useQuery({ ...read('getNotices', {}), refetchInterval: isOperator ? 60_000 : false });
  const known = useRef<{ of: string | undefined; states: Map<string, boolean> }>(undefined);
  useEffect(() => {
    if (!data) return;
    const before = known.current?.of === accountId ? known.current?.states : undefined;
    const isOver = ({ recovered }: Notice) => recovered !== undefined;
    known.current = { of: accountId, states: new Map(data.results.map((one) => [one.conditionId, isOver(one)])) };
    // Show nothing for notices from before the portal was opened. The page Notifications lists them.
    if (!before) return;
    for (const notice of data.results) if (before.get(notice.conditionId) !== isOver(notice)) show(notice);
  }, [data, accountId]);
}

/**
 * Shows the notice inside the portal. If the tab is hidden and the person has allowed it, the browser shows a
 * notification instead.
 */
function show(notice: Notice): void {
  const [title, body] = [titleOf(notice), subjectOf(notice)];
  if (document.hidden && 'Notification' in window && Notification.permission === 'granted')
    new Notification(title, { body, tag: notice.conditionId });
  else tell(body ? `${title}: ${body}` : title);
}
