import { ApiError } from '@daybook/sdk';
import { Button, PasswordInput, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/settings.ts';
import { CopyText } from '../../../ui/code/Copy.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Confirm } from '../../../ui/form/Confirm.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { useMay } from '../../../ui/frame/use-session.ts';
import { Time } from '../../../ui/Time.tsx';
import type { Platform } from './platform.ts';
import { TestApplication } from './TestApplication.tsx';

const empty = { clientId: '', clientSecret: '', notificationKey: '' };

/** The account's own OAuth application at a platform, instead of the installation's. */
export function OwnApplication({ platform }: { platform: Platform }) {
  const may = useMay('developer');
  const { platformKey, name } = platform;
  const { data, error, isPending } = useQuery({ ...read('getApplication', { platformKey }), retry: false });
  const isAbsent = error instanceof ApiError && error.status === 404;
  if (isPending) return <Skeleton height={80} />;
  return (
    <Stack gap="sm" maw={560} w="100%">
      <Title order={3} size="h6">
        {t('ownApplication')}
      </Title>
      <ErrorNote error={isAbsent ? undefined : error} />
      {data ? (
        <Facts application={data} />
      ) : (
        <>
          <Text size="sm">{t('noOwnApplication', { name })}</Text>
          <dl className="facts">
            <dt>{t('redirectAddress')}</dt>
            <dd>
              <CopyText value={`${window.location.origin}/oauth/callback`} what={t('redirectAddress')} />
            </dd>
          </dl>
        </>
      )}
      {may && <TestApplication platform={platform} />}
      {may && <ApplicationForm platformKey={platformKey} isThere={data !== undefined} />}
      {may && data && <Remove platform={platform} />}
    </Stack>
  );
}

function Facts({ application }: { application: Answer<'getApplication'> }) {
  const { clientId, redirectUri, notificationUrl, hasNotificationKey, changed } = application;
  return (
    <dl className="facts">
      <dt>{t('clientId')}</dt>
      <dd>{clientId}</dd>
      <dt>{t('redirectAddress')}</dt>
      <dd>
        <CopyText value={redirectUri} what={t('redirectAddress')} />
      </dd>
      <dt>{t('notificationAddress')}</dt>
      <dd>
        <CopyText value={notificationUrl} what={t('notificationAddress')} />
        {!hasNotificationKey && <div className="dimmed">{t('noNotificationKey')}</div>}
      </dd>
      <dt>{t('changed')}</dt>
      <dd>
        <Time at={changed} />
      </dd>
    </dl>
  );
}

function ApplicationForm({ platformKey, isThere }: { platformKey: string; isThere: boolean }) {
  const save = useChange('setApplication', {
    refreshes: ['getApplication'],
    done: t('saved'),
    after: () => form.reset(),
  });
  const form = useForm(empty, save.error);
  const { clientId, clientSecret, notificationKey } = form.values;
  return (
    <Form
      submit={() =>
        save.mutate({ platformKey, body: { clientId, clientSecret, ...(notificationKey && { notificationKey }) } })
      }
      action={isThere ? t('replaceApplication') : t('useOwnApplication')}
      isBusy={save.isPending}
      isReady={clientId !== '' && clientSecret !== ''}
      problem={<ErrorNote error={save.error} />}
    >
      <TextInput label={t('clientId')} autoComplete="off" {...form.text('clientId')} />
      <PasswordInput label={t('clientSecret')} autoComplete="off" {...form.text('clientSecret')} />
      <PasswordInput
        label={t('notificationKey')}
        description={t('notificationKeyHelp')}
        autoComplete="off"
        {...form.text('notificationKey')}
      />
    </Form>
  );
}

function Remove({ platform: { platformKey, name } }: { platform: Platform }) {
  const remove = useChange('removeApplication', { refreshes: ['getApplication'], done: t('applicationRemoved') });
  return (
    <Confirm
      title={t('removeApplicationOf', { name })}
      action={t('removeApplication')}
      isDangerous
      run={() => remove.mutateAsync({ platformKey })}
      trigger={(open) => (
        <Button variant="default" size="compact-sm" onClick={open} style={{ alignSelf: 'flex-start' }}>
          {t('removeApplication')}
        </Button>
      )}
    >
      {t('connectionsMustBeAuthorizedAgain')}
    </Confirm>
  );
}
