import { Button, Group, Tabs } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Answer, read } from '../../../api.ts';
import { t } from '../../../messages/webhooks.ts';
import { paths } from '../../../paths.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Confirm } from '../../../ui/form/Confirm.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { Page, Section } from '../../../ui/frame/Page.tsx';
import { PageLoading } from '../../../ui/frame/PageLoading.tsx';
import { useMay } from '../../../ui/frame/use-session.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { useAddress, useParam } from '../../../ui/use-address.ts';
import { MessageTable } from '../messages/MessageTable.tsx';
import { ConsumerSchedule } from '../schedule/ConsumerSchedule.tsx';
import { ConsumerHealth } from './ConsumerHealth.tsx';
import { ConsumerSettings } from './ConsumerSettings.tsx';
import { consumerState } from './ConsumersPage.tsx';
import { RedeliverySection } from './RedeliverySection.tsx';
import { SendTestEvent } from './SendTestEvent.tsx';
import { AuthorizationSection } from './security/AuthorizationSection.tsx';
import { SecretSection } from './security/SecretSection.tsx';
import '../webhooks.css';

type Consumer = Answer<'getConsumer'>;

export function ConsumerPage() {
  const consumerId = useParam('consumerId');
  const { data: consumer, error, refetch } = useQuery(read('getConsumer', { consumerId }));
  const [{ tab = 'health' }, setAddress] = useAddress();
  const may = useMay('developer');
  const breadcrumbs = [{ label: t('consumers'), to: paths.consumers() }];
  if (error)
    return (
      <Page title={t('consumer')} breadcrumbs={breadcrumbs}>
        <ErrorNote error={error} title={t('couldNotLoadConsumer')} retry={() => void refetch()} />
      </Page>
    );
  if (!consumer) return <PageLoading />;
  return (
    <Page
      title={consumer.name}
      breadcrumbs={breadcrumbs}
      lead={
        <Group gap="md">
          <StatusBadge kind="consumer" state={consumerState(consumer)} />
          <span className="mono url">{consumer.url}</span>
        </Group>
      }
      actions={may && <Actions consumer={consumer} />}
    >
      <Tabs
        value={tab}
        onChange={(next) => setAddress({ tab: next === 'health' ? undefined : (next ?? undefined) })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="health">{t('health')}</Tabs.Tab>
          <Tabs.Tab value="settings">{t('settings')}</Tabs.Tab>
          <Tabs.Tab value="security">{t('secretAndAuthorization')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="health">
          <ConsumerHealth consumer={consumer} />
          <ConsumerSchedule consumerId={consumerId} />
          <RedeliverySection consumerId={consumerId} />
          <Section title={t('messages')} lead={t('messagesThisConsumerNewestFirst')}>
            <MessageTable consumerId={consumerId} />
          </Section>
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <ConsumerSettings key={consumer.consumerId} consumer={consumer} />
        </Tabs.Panel>
        <Tabs.Panel value="security">
          <AuthorizationSection consumer={consumer} />
          <SecretSection consumer={consumer} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Actions({ consumer }: { consumer: Consumer }) {
  const { consumerId, name, status } = consumer;
  const navigate = useNavigate();
  const refreshes = ['getConsumer', 'listConsumers', 'getOverview'] as const;
  const enable = useChange('enableConsumer', {
    refreshes: [...refreshes],
    done: t('consumerEnabledNewEventsWill'),
  });
  const disable = useChange('disableConsumer', { refreshes: [...refreshes], done: t('consumerDisabled') });
  const remove = useChange('deleteConsumer', { after: () => void navigate({ to: paths.consumers() }) });
  return (
    <>
      {status === 'enabled' ? (
        <>
          <SendTestEvent consumerId={consumerId} />
          <Confirm
            title={t('disableName', { name })}
            action={t('disable')}
            run={() => disable.mutateAsync({ consumerId })}
            trigger={(open) => (
              <Button variant="default" leftSection={<IconPlayerPause size={16} />} onClick={open}>
                {t('disable')}
              </Button>
            )}
          >
            {t('deliveriesStopUntilEnableConsumer')}
          </Confirm>
        </>
      ) : (
        <Button
          leftSection={<IconPlayerPlay size={16} />}
          loading={enable.isPending}
          onClick={() => enable.mutate({ consumerId })}
        >
          {t('enable')}
        </Button>
      )}
      <Confirm
        title={t('deleteItName', { name })}
        action={t('deleteConsumer')}
        isDangerous
        typed={name}
        run={() => remove.mutateAsync({ consumerId })}
        trigger={(open) => (
          <Button variant="default" leftSection={<IconTrash size={16} />} onClick={open}>
            {t('deleteIt')}
          </Button>
        )}
      >
        {t('deliveriesThisConsumerStopMessages')}
      </Confirm>
      <ErrorNote error={enable.error} />
    </>
  );
}
