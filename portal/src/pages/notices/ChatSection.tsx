import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, read } from '../../api.ts';
import { t } from '../../messages/notices.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Form } from '../../ui/form/Form.tsx';
import { useChange } from '../../ui/form/use-change.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Section } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { memberKinds, operatorKinds, wordsOf } from '../../ui/notice-words.ts';
import { Time } from '../../ui/Time.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';

type Chat = Answer<'getNoticeChats'>['results'][number];

/** The API operations for the chat addresses of an account, and for those of the operators. */
const operations = {
  account: {
    list: 'getNoticeChats',
    create: 'createNoticeChat',
    change: 'changeNoticeChat',
    remove: 'deleteNoticeChat',
  },
  operator: {
    list: 'getOperatorNoticeChats',
    create: 'createOperatorNoticeChat',
    change: 'changeOperatorNoticeChat',
    remove: 'deleteOperatorNoticeChat',
  },
} as const;
type Owner = keyof typeof operations;

export function ChatSection({ owner, mayChange }: { owner: Owner; mayChange: boolean }) {
  const { list, change, remove } = operations[owner];
  const { data, error, isPending } = useQuery(read(list, {}));
  const unmute = useChange(change, { refreshes: [list], done: t('chatUnmuted') });
  const drop = useChange(remove, { refreshes: [list], done: t('chatRemoved') });
  const columns: Column<Chat>[] = [
    {
      id: 'name',
      header: t('name'),
      cell: ({ name, address }) => (
        <>
          {name}
          <Text size="xs" c="dimmed">
            {address}
          </Text>
        </>
      ),
    },
    { id: 'kinds', header: t('kind'), cell: ({ kinds }) => kinds.map((kind) => wordsOf(kind).title).join(', ') },
    {
      id: 'last',
      header: t('lastMessage'),
      cell: ({ lastSent, lastError: error }) => {
        if (error !== undefined) return t('notAccepted', { error });
        return lastSent ? <Time at={lastSent} /> : t('never');
      },
    },
    {
      id: 'actions',
      header: t('actions'),
      cell: ({ chatId, name, mutedUntil }) => (
        <Stack gap={4} align="flex-start">
          {mutedUntil && (
            <Text size="xs" c="dimmed" component="div">
              {t.rich('mutedUntil', { time: <Time at={mutedUntil} exact /> })}
            </Text>
          )}
          {mayChange && (
            <Group gap={4}>
              {mutedUntil && (
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => unmute.mutate({ chatId, body: { mutedUntil: null } })}
                >
                  {t('unmute')}
                </Button>
              )}
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('removeChat', { name })}
                onClick={() => drop.mutate({ chatId })}
              >
                {t('remove')}
              </Button>
            </Group>
          )}
        </Stack>
      ),
    },
  ];
  return (
    <Section title={t('chatAddresses')} lead={t('chatAddressesLead')} actions={mayChange && <AddChat owner={owner} />}>
      <ErrorNote error={error ?? unmute.error ?? drop.error} />
      {isPending && <SkeletonRows />}
      {data?.results.length === 0 && (
        <EmptyState title={t('noChatAddresses')}>{mayChange && t('noChatAddressesLead')}</EmptyState>
      )}
      {data && data.results.length > 0 && (
        <RowTable
          label={t('chatAddresses')}
          columns={columns}
          rows={data.results}
          rowKey={({ chatId }) => chatId}
          cards
        />
      )}
    </Section>
  );
}

function AddChat({ owner }: { owner: Owner }) {
  const { list, create } = operations[owner];
  const all = owner === 'operator' ? operatorKinds : memberKinds;
  const [isOpen, setOpen] = useState(false);
  const add = useChange(create, {
    refreshes: [list],
    done: t('chatAdded'),
    after: () => {
      setOpen(false);
      form.reset();
    },
  });
  const form = useForm({ name: '', url: '', kinds: all }, add.error);
  const { name, url, kinds } = form.values;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('addChat')}</Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('addChat')}>
        <Form
          layout="dialog"
          submit={() => add.mutate({ body: { name, url, kinds } })}
          action={t('addChat')}
          isBusy={add.isPending}
          isReady={name.trim() !== '' && url !== '' && kinds.length > 0}
          problem={<ErrorNote error={add.error} />}
        >
          <TextInput label={t('name')} required maxLength={100} data-autofocus {...form.text('name')} />
          <TextInput
            label={t('url')}
            description={t('urlDescription')}
            placeholder="https://chat.example.com/hooks/…"
            required
            maxLength={2000}
            autoComplete="off"
            {...form.text('url')}
          />
          <Checkbox.Group label={t('kind')} {...form.value('kinds')}>
            <Stack gap={6} mt={4}>
              {all.map((kind) => (
                <Checkbox key={kind} value={kind} label={wordsOf(kind).title} />
              ))}
            </Stack>
          </Checkbox.Group>
        </Form>
      </Modal>
    </>
  );
}
