import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { t } from '../../messages/notices.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Page } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { memberKinds, operatorKinds } from '../../ui/notice-words.ts';
import { ChatSection } from './ChatSection.tsx';
import { ChoiceTable } from './ChoiceTable.tsx';
import { NoticeSection } from './NoticeSection.tsx';

/** Shows the notices about the account. Lets a member choose which ones to get. */
export function NotificationsPage() {
  const { data, error } = useQuery(read('getNoticeChoices', {}));
  const may = useMay('administrator');
  return (
    <Page title={t('yourNotifications')} lead={t('notificationsLead')}>
      <ErrorNote error={error} />
      {!data && !error && <SkeletonRows />}
      {data && data.account.length === 0 && <Text size="sm">{t('notAMember')}</Text>}
      {data && data.account.length > 0 && <ChoiceTable kinds={data.account} canMail={data.mail} />}
      <NoticeSection kinds={memberKinds} />
      <ChatSection owner="account" mayChange={may} />
    </Page>
  );
}

/** Shows the notices about the installation. Lets an operator choose which ones to get. */
export function OperatorNotificationsPage() {
  const { data, error } = useQuery(read('getNoticeChoices', {}));
  return (
    <Page title={t('operatorNotifications')} lead={t('operatorNotificationsLead')}>
      <ErrorNote error={error} />
      {!data && !error && <SkeletonRows />}
      {data && <ChoiceTable kinds={data.operator} canMail={data.mail} />}
      <NoticeSection kinds={operatorKinds} />
      <ChatSection owner="operator" mayChange />
    </Page>
  );
}
