import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { read } from '../../api.ts';
import { tell } from '../form/tell.ts';
import { type Notice, subjectOf, titleOf } from '../notice-words.ts';

/**
 * Shows notices that begin or end while the portal is open. Live events report those of the account. An operator may be
 * in no account, so the installation's notices are read once a minute while the tab is visible.
 */
export function useNotices(accountId: string | undefined, isOperator: boolean): void {
  const { data } = useQuery({ ...read('getNotices', {}), refetchInterval: isOperator ? 60_000 : false });
  const known = useRef<{ of: string | undefined; states: Map<string, boolean> }>(undefined);
  useEffect(() => {
    if (!data) return;
    const before = known.current?.of === accountId ? known.current?.states : undefined;
    const isOver = ({ recovered }: Notice) => recovered !== undefined;
    known.current = { of: accountId, states: new Map(data.results.map((one) => [one.conditionId, isOver(one)])) };
    // What was there before the portal was opened is on the page Notifications.
    if (!before) return;
    for (const notice of data.results) if (before.get(notice.conditionId) !== isOver(notice)) show(notice);
  }, [data, accountId]);
}

/** The browser shows a notification of its own if the tab is hidden and the person has allowed it. */
function show(notice: Notice): void {
  const [title, body] = [titleOf(notice), subjectOf(notice)];
  if (document.hidden && 'Notification' in window && Notification.permission === 'granted')
    new Notification(title, { body, tag: notice.conditionId });
  else tell(body ? `${title}: ${body}` : title);
}
