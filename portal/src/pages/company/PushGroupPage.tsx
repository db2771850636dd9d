import { useQuery } from '@tanstack/react-query';
import { type Answer, read } from '../../api.ts';
import { t } from '../../messages/company.ts';
import { paths } from '../../paths.ts';
import { CopyText } from '../../ui/code/Copy.tsx';
import { CurlLine } from '../../ui/code/CurlLine.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Section, usePageTitle } from '../../ui/frame/Page.tsx';
import { SkeletonRows } from '../../ui/frame/PageLoading.tsx';
import { ToneBadge } from '../../ui/StatusBadge.tsx';
import { spaced, type Tone } from '../../ui/state-words.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { Time } from '../../ui/Time.tsx';
import { type Column, RowTable } from '../../ui/table/RowTable.tsx';
import { useParam } from '../../ui/use-address.ts';
import { useCompany } from './company-context.ts';

type Group = Answer<'getPushGroup'>;
type Step = Group['steps'][number] & { companyId: string };

const tones: Record<string, Tone> = {
  Running: 'busy',
  Undoing: 'busy',
  Succeeded: 'good',
  Failed: 'bad',
  Undone: 'wait',
  UndoFailed: 'bad',
  running: 'busy',
  undoing: 'busy',
  succeeded: 'good',
  failed: 'bad',
  undone: 'wait',
  undoFailed: 'bad',
};

const State = ({ of }: { of: string }) => <ToneBadge tone={tones[of] ?? 'idle'} label={spaced(of)} />;

const columns: Column<Step>[] = [
  { id: 'key', header: t('step'), cell: ({ key }) => <code className="plain-code">{key}</code> },
  {
    id: 'push',
    header: t('push'),
    cell: ({ companyId, pushId, operation, dataType }) => {
      const what = `${spaced(operation)} ${spaced(dataType).toLowerCase()}`;
      return pushId ? <TextLink to={paths.push(companyId, pushId)}>{what}</TextLink> : what;
    },
  },
  { id: 'outcome', header: t('outcome'), cell: ({ outcome }) => <State of={outcome} /> },
  {
    id: 'record',
    header: t('record'),
    cell: ({ recordId }) => (recordId ? <code className="plain-code">{recordId}</code> : '–'),
  },
  {
    id: 'undo',
    header: t('undo'),
    cell: ({ companyId, undo, undoPushId }) =>
      undoPushId ? (
        <TextLink to={paths.push(companyId, undoPushId)}>{spaced(undo ?? 'undo')}</TextLink>
      ) : undo ? (
        spaced(undo)
      ) : (
        t('cannotBeUndone')
      ),
  },
  { id: 'message', header: t('message'), cell: ({ errorMessage }) => errorMessage ?? '–' },
];

/** Shows a push group: its steps with their outcomes, and what happens if one fails. */
export function PushGroupPage() {
  const { companyId, name } = useCompany();
  const pushGroupId = useParam('pushGroupId');
  usePageTitle(`${t('pushGroup')} · ${name}`);
  const group = useQuery({
    ...read('getPushGroup', { companyId, pushGroupId }),
    refetchInterval: ({ state }) => (state.data && !state.data.completed ? 3000 : false),
  });
  if (group.isPending) return <SkeletonRows count={8} />;
  if (!group.data)
    return <ErrorNote error={group.error} title={t('couldNotLoadPushGroup')} retry={() => void group.refetch()} />;
  const { status, onFailure, requested, completed, steps } = group.data;
  return (
    <>
      <TextLink to={paths.companyPushes(companyId)} size="sm">
        {t('allPushesOf', { name })}
      </TextLink>
      <Section title={t('pushGroup')}>
        <State of={status} />
        <dl className="facts mt">
          <dt>{t('ifAStepFails')}</dt>
          <dd>{onFailure === 'undo' ? t('theStepsBeforeAreUndone') : t('noFurtherStepIsStarted')}</dd>
          <dt>{t('requested')}</dt>
          <dd>
            <Time at={requested} exact />
          </dd>
          <dt>{t('completed')}</dt>
          <dd>
            <Time at={completed} exact />
          </dd>
          <dt>{t('pushGroupId')}</dt>
          <dd>
            <CopyText value={pushGroupId} what={t('pushGroupIdNoun')} />
          </dd>
        </dl>
      </Section>
      <Section title={t('steps')}>
        <RowTable
          label={t('steps')}
          columns={columns}
          rows={steps.map((step) => ({ ...step, companyId }))}
          rowKey={({ key }) => key}
          cards
        />
      </Section>
      <CurlLine operation="getPushGroup" input={{ companyId, pushGroupId }} />
    </>
  );
}
