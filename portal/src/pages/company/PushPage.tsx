import { Alert, Button, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type Input, read } from '../../api.ts';
import { t } from '../../messages/company.ts';
import { paths } from '../../paths.ts';
import { CopyText } from '../../ui/code/Copy.tsx';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { Json } from '../../ui/code/Json.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Section, usePageTitle } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { useMay } from '../../ui/frame/use-session.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { spaced } from '../../ui/state-words.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { isAhead } from '../../ui/time-words.ts';
import { useParam } from '../../ui/use-address.ts';
import { useCompany } from './company-context.ts';
import { pushState, stepText } from './push-state.ts';

type Push = Answer<'getPush'>;

/** Shows one push: the record that was sent, the outcome, and what a person can do. */
export function PushPage() {
  const { companyId, name } = useCompany();
  const pushId = useParam('pushId');
  const push = useQuery({
    ...read('getPush', { companyId, pushId }, { exact: true }),
    refetchInterval: ({ state }) => (state.data?.status === 'Pending' ? 5000 : false),
  });
  const title = push.data ? `${spaced(push.data.operation)} ${spaced(push.data.dataType).toLowerCase()}` : t('push');
  usePageTitle(`${title} · ${name}`);
  if (push.isPending) return <SkeletonRows count={8} />;
  if (!push.data)
    return <ErrorNote error={push.error} title={t('couldNotLoadPush')} retry={() => void push.refetch()} />;
  return (
    <>
      <TextLink to={paths.companyPushes(companyId)} size="sm">
        {t('allPushesOf', { name })}
      </TextLink>
      <div className="columns mt">
        <Section title={title} actions={push.data.step === 'unknown' && <Resolve push={push.data} />}>
          <Outcome push={push.data} />
          <Facts push={push.data} />
        </Section>
        <Section title={t('record')}>
          {push.data.sent === undefined ? (
            <Text size="sm" c="dimmed">
              {push.data.operation === 'delete' ? t('aDeletionSendsNoRecord') : t('theRecordIsNoLonger')}
            </Text>
          ) : (
            <Json value={push.data.sent} what={t('record3')} maxHeight={520} />
          )}
        </Section>
      </div>
      <CurlLine operation="getPush" input={{ companyId, pushId }} />
    </>
  );
}

function Outcome({ push }: { push: Push }) {
  const problems = push.validation?.errors ?? [];
  const warnings = push.validation?.warnings ?? [];
  return (
    <div className="outcome">
      <StatusBadge kind="push" state={pushState(push)} />
      {push.step !== 'known' && <Text size="sm">{stepText(push.step)}</Text>}
      {(push.errorMessage || problems.length > 0) && (
        <Alert color="red" variant="outline" icon={<IconAlertTriangle />} title={push.errorMessage ?? t('rejected')}>
          {problems.map((problem) => (
            <Text key={`${problem.itemId}${problem.message}`} size="sm">
              {problem.message}
            </Text>
          ))}
          {push.status === 'Failed' && (
            <Text size="sm" fw={600}>
              {t('daybookDoesNotRetryThis')}
            </Text>
          )}
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" variant="outline" icon={<IconAlertTriangle />} title={t('warnings')}>
          {warnings.map((warning) => (
            <Text key={`${warning.itemId}${warning.message}`} size="sm">
              {warning.message}
            </Text>
          ))}
        </Alert>
      )}
      {push.retryAt && (
        <Text size="sm">
          {isAhead(push.retryAt, Date.now())
            ? t.rich('retriesAutomaticallyTime', { time: <Time at={push.retryAt} /> })
            : t('retryingNow')}
        </Text>
      )}
    </div>
  );
}

function Facts({ push }: { push: Push }) {
  return (
    <dl className="facts mt">
      {push.record && (
        <>
          <dt>{t('recordOnThePlatform')}</dt>
          <dd>
            <CopyText value={push.record.id} what={t('recordId')} />
          </dd>
        </>
      )}
      <dt>{t('statusCode')}</dt>
      <dd>{push.statusCode}</dd>
      {push.providerStatus !== undefined && (
        <>
          <dt>{t('platformResponse')}</dt>
          <dd>{push.providerStatus}</dd>
        </>
      )}
      {push.lastPollStatus !== undefined && (
        <>
          <dt>{t('lastPollResponse')}</dt>
          <dd>{push.lastPollStatus}</dd>
        </>
      )}
      <dt>{t('requested')}</dt>
      <dd>
        <Time at={push.requested} exact />
      </dd>
      <dt>{t('completed')}</dt>
      <dd>
        <Time at={push.completed} exact />
      </dd>
      {push.resolved && (
        <>
          <dt>{t('resolved')}</dt>
          <dd>
            <Time at={push.resolved} exact />
          </dd>
        </>
      )}
      <dt>{t('timeLimit')}</dt>
      <dd>{t('minutes', { timeoutInMinutes: push.timeoutInMinutes })}</dd>
      {push.group && (
        <>
          <dt>{t('pushGroup')}</dt>
          <dd>
            <TextLink inText to={paths.pushGroup(push.companyId, push.group.pushGroupId)}>
              {t('stepOfGroup', { step: push.group.step })}
            </TextLink>
          </dd>
        </>
      )}
      <dt>{t('callsToThePlatform')}</dt>
      <dd>
        <TextLink inText to={paths.calls(push.companyId, push.connectionId)} search={{ push: push.pushId }}>
          {t('callsOfPush')}
        </TextLink>
      </dd>
      <dt>{t('pushId')}</dt>
      <dd>
        <CopyText value={push.pushId} what={t('pushIdNoun')} />
      </dd>
    </dl>
  );
}

type Outcome = Input<'resolvePush'>['body']['outcome'];

/** Lets a person enter the outcome that they found on the platform. */
function Resolve({ push }: { push: Push }) {
  const [isOpen, setOpen] = useState(false);
  const resolve = useChange('resolvePush', {
    refreshes: ['getPush', 'listPushes', 'getOverview'],
    done: t('pushResolved'),
    after: () => setOpen(false),
  });
  const form = useForm<{ outcome: Outcome | ''; recordId: string }>({ outcome: '', recordId: '' }, resolve.error);
  const { outcome, recordId } = form.values;
  if (!useMay('developer')) return null;
  const { companyId, pushId } = push;
  return (
    <>
      <Button size="compact-sm" onClick={() => setOpen(true)}>
        {t('resolvePush')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('resolvePush')}>
        <Form
          layout="dialog"
          submit={() =>
            outcome && resolve.mutate({ companyId, pushId, body: { outcome, ...(recordId && { recordId }) } })
          }
          action={t('save')}
          isBusy={resolve.isPending}
          isReady={outcome !== ''}
          problem={<ErrorNote error={resolve.error} />}
          buttons={
            <Button variant="default" onClick={() => setOpen(false)}>
              {t('cancel')}
            </Button>
          }
        >
          <Text size="sm">{t('firstCheckOutcomePlatformPush')}</Text>
          <Radio.Group {...form.value('outcome')} label={t('outcome')} required>
            <Stack gap={6} mt={4}>
              <Radio value="Success" label={t('succeededChangeIsPlatform')} />
              <Radio value="Failed" label={t('failedChangeIsNotPlatform')} />
            </Stack>
          </Radio.Group>
          {outcome === 'Success' && push.operation === 'create' && (
            <TextInput
              label={t('recordIdPlatform')}
              description={t('optionalEnterIfPlatformShows')}
              {...form.text('recordId')}
            />
          )}
        </Form>
      </Modal>
    </>
  );
}
