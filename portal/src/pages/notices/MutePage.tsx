import { Button, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api.ts';
import { t } from '../../messages/notices.ts';
import { paths } from '../../paths.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { wordsOf } from '../../ui/notice-words.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { useParam } from '../../ui/use-address.ts';
import { SignInFrame } from '../sign-in/SignInFrame.tsx';

/**
 * The page behind the mute link of a message. It needs no sign-in. Opening the page changes nothing, because mail
 * servers open links to check them. Only the button mutes.
 */
export function MutePage() {
  const token = useParam('token');
  const { data, error } = useQuery(read('getNoticeMute', { token }));
  const mute = useChange('muteNotices', { refreshes: ['getNoticeMute'] });
  const isChat = data?.medium === 'chat';
  return (
    <SignInFrame title={error ? t('theLinkDoesNotWork') : t('muteNotifications')} lead={data?.accountName}>
      <ErrorNote error={error ?? mute.error} />
      {!data && !error && <SkeletonRows count={3} />}
      {data && (
        <>
          <Text size="sm">{isChat ? t('muteLeadChat', { chatName: data.chatName }) : t('muteLead')}</Text>
          {!isChat && (
            <List size="sm">
              {data.kinds.map((kind) => (
                <List.Item key={kind}>{wordsOf(kind).title}</List.Item>
              ))}
            </List>
          )}
          {data.mutedUntil ? (
            <Text size="sm" role="status">
              {t.rich('mutedUntilLead', { time: <Time at={data.mutedUntil} exact /> })}
            </Text>
          ) : (
            <Button loading={mute.isPending} onClick={() => mute.mutate({ token })}>
              {t('muteFor7Days')}
            </Button>
          )}
        </>
      )}
      <Text size="sm" ta="center">
        <TextLink to={paths.overview()}>{t('goToPortal')}</TextLink>
      </Text>
    </SignInFrame>
  );
}
