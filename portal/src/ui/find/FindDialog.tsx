import { Combobox, Kbd, Loader, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconFileText, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { read } from '../../api.ts';
import { t } from '../../messages/ui.ts';
import { ErrorNote } from '../ErrorNote.tsx';
import { useSession } from '../frame/use-session.ts';
import { type FindEntry, type FindGroup, matching } from './find-entry.ts';
import { hitGroups } from './hit-groups.ts';
import { useOwnGroups } from './own-groups.ts';
import { addRecent, readRecent } from './recent-entries.ts';

/** The search dialog. It stays mounted while it is closed, and forgets the text when it opens again. */
export function FindDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      withCloseButton={false}
      size={640}
      padding={0}
      yOffset="12vh"
      centered={false}
      transitionProps={{ duration: 120 }}
      attributes={{ content: { 'aria-label': t('search') } }}
      classNames={{ content: 'find-content', inner: 'find-inner' }}
    >
      {isOpen && <Finder close={close} />}
    </Modal>
  );
}

function useCompanyInView() {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const companyId = /^\/companies\/([0-9a-f-]{36})(\/|$)/.exec(pathname)?.[1];
  const { data } = useQuery({
    ...read('getCompany', { companyId: companyId ?? '' }),
    enabled: companyId !== undefined,
  });
  return companyId !== undefined && data ? { companyId, name: data.name } : undefined;
}

function Finder({ close }: { close: () => void }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { account } = useSession();
  const accountId = account?.accountId ?? '';
  const company = useCompanyInView();
  const { pages, actions } = useOwnGroups(company);
  const q = text.trim();
  const [asked] = useDebouncedValue(q, 120);
  const found = useQuery({
    ...read('search', { q: asked, ...(company && { companyId: company.companyId }) }),
    enabled: account !== undefined && account !== null && asked !== '',
    placeholderData: keepPreviousData,
  });

  const groups: FindGroup[] =
    q === ''
      ? [
          { title: t('recent'), entries: readRecent(accountId).map((entry) => ({ ...entry, icon: IconFileText })) },
          actions,
          pages,
        ]
      : [
          ...(asked === '' ? [] : hitGroups(found.data?.hits ?? [])),
          { ...pages, entries: matching(pages.entries, q) },
          { ...actions, entries: matching(actions.entries, q) },
        ];
  const shown = groups.filter(({ entries }) => entries.length > 0);
  const isBusy = q !== '' && (found.isFetching || asked !== q);

  function choose(value: string) {
    const entry = shown.flatMap(({ title, entries }) => entries.map((one) => ({ one, key: keyOf(title, one) })));
    const chosen = entry.find(({ key }) => key === value)?.one;
    if (!chosen) return;
    close();
    const { run, to, search = {} } = chosen;
    if (run) return run();
    if (to === undefined) return;
    if (!pages.entries.includes(chosen) && !actions.entries.includes(chosen)) addRecent(accountId, { ...chosen, to });
    void navigate({ to, search: search as never });
  }

  // The dialog focuses its input after a moment; what people type until then would be lost.
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const store = useCombobox({ opened: true });
  const keys = shown.flatMap(({ title, entries }) => entries.map((entry) => keyOf(title, entry))).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries select the first of them again.
  useEffect(() => {
    store.selectFirstOption();
  }, [keys]);

  return (
    <Combobox store={store} onOptionSubmit={choose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={input}
          role="combobox"
          aria-label={t('search')}
          placeholder={company ? t('searchPlaceholderCompany', { company: company.name }) : t('searchPlaceholder')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          size="lg"
          variant="unstyled"
          leftSection={<IconSearch size={20} stroke={1.8} />}
          rightSection={isBusy ? <Loader size={16} aria-label={t('searching')} /> : undefined}
          classNames={{ root: 'find-field', input: 'find-input' }}
          maxLength={200}
          spellCheck={false}
          data-autofocus
        />
      </Combobox.EventsTarget>
      <ErrorNote error={asked === '' ? null : found.error} title={t('couldNotSearch')} />
      <Combobox.Options className="find-options" aria-label={t('search')}>
        {shown.map(({ title, entries }) => (
          <Combobox.Group key={title} label={title}>
            {entries.map((entry) => (
              <Line key={entry.id} value={keyOf(title, entry)} entry={entry} />
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      {shown.length === 0 && !isBusy && (
        <Text size="sm" c="dimmed" p="md" role="status">
          {company ? t('noResultsInCompany', { text: q }) : t('noResultsFor', { text: q })}
        </Text>
      )}
      <Hints />
    </Combobox>
  );
}

const keyOf = (title: string, { id }: FindEntry) => `${title}\t${id}`;

function Line({ value, entry: { label, note, icon: Icon } }: { value: string; entry: FindEntry }) {
  return (
    <Combobox.Option value={value} className="find-line">
      <Icon size={18} stroke={1.6} />
      <span className="find-label">{label}</span>
      {note && <span className="find-note">{note}</span>}
      <IconArrowRight size={16} stroke={1.8} className="find-go" />
    </Combobox.Option>
  );
}

function Hints() {
  const key = (text: React.ReactNode) => <Kbd size="xs">{text}</Kbd>;
  return (
    <div className="find-hints" aria-hidden="true">
      <span>{t.rich('hintMove', { key })}</span>
      <span>{t.rich('hintOpen', { key })}</span>
      <span>{t.rich('hintClose', { key })}</span>
    </div>
  );
}
