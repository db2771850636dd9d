import { Box, Button, Group, Text } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { RowOf } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Confirm } from '../../../ui/form/Confirm.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { useMay } from '../../../ui/frame/use-session.ts';
import { ToneBadge } from '../../../ui/StatusBadge.tsx';
import { bytesText } from '../../../ui/size-words.ts';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { Time } from '../../../ui/Time.tsx';
import { ListTable } from '../../../ui/table/ListTable.tsx';
import type { Column } from '../../../ui/table/RowTable.tsx';
import { ConfirmUpload } from './ConfirmUpload.tsx';
import { UploadButton } from './UploadButton.tsx';

type Upload = RowOf<'listUploads'>;

const states = {
  Received: { tone: 'wait', label: t('uploadReceived'), title: t('uploadReceivedMeaning') },
  Unreadable: { tone: 'bad', label: t('uploadUnreadable') },
  Confirmed: { tone: 'good', label: t('uploadConfirmed'), title: t('uploadConfirmedMeaning') },
  Replaced: { tone: 'idle', label: t('uploadReplaced'), title: t('uploadReplacedMeaning') },
} as const;

const columns: Column<Upload>[] = [
  {
    id: 'fileName',
    header: t('file'),
    orderBy: 'fileName',
    cell: ({ fileName, bytes, problem }) => (
      <>
        <span className="break">{fileName}</span> <span className="dimmed">{bytesText(bytes)}</span>
        {problem && (
          <Text size="xs" c="dimmed">
            {problem}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'status',
    header: t('status'),
    orderBy: 'status',
    cell: ({ status }) => <ToneBadge {...(states[status as keyof typeof states] ?? { tone: 'idle', label: status })} />,
  },
  {
    id: 'dataSets',
    header: t('dataSets'),
    cell: ({ companyId, dataSets }) => (
      <Group gap="xs">
        {dataSets.length === 0 && '–'}
        {dataSets.map(({ dataType, syncId }) =>
          syncId ? (
            <TextLink key={dataType} to={paths.sync(companyId, syncId)}>
              {spaced(dataType)}
            </TextLink>
          ) : (
            <span key={dataType}>{spaced(dataType)}</span>
          ),
        )}
      </Group>
    ),
  },
  {
    id: 'records',
    header: t('records'),
    align: 'right',
    cell: ({ records, problems }) => (
      <>
        {records ?? '–'}
        {problems ? (
          <Text size="xs" c="dimmed">
            {t('rowsNotRead', { count: problems })}
          </Text>
        ) : null}
      </>
    ),
  },
  { id: 'uploaded', header: t('uploadedAt'), orderBy: 'uploaded', cell: ({ uploaded }) => <Time at={uploaded} /> },
];

/** The files of a connection, with what became of each, and how to add one. */
export function UploadedFiles({ companyId, connectionId }: { companyId: string; connectionId: string }) {
  const may = useMay('developer');
  // Not in the row, which is made anew when the window becomes narrow.
  const [reviewed, review] = useState<Upload>();
  const actions: Column<Upload> = {
    ...{ id: 'actions', header: t('actions'), isHeaderHidden: true },
    cell: (upload) => <Actions upload={upload} review={review} />,
  };
  return (
    <Box mt="md">
      <ConfirmUpload upload={reviewed} onClose={() => review(undefined)} />
      <ListTable
        label={t('uploadedFiles')}
        operation="listUploads"
        input={{ companyId, connectionId }}
        name={`files-${connectionId.slice(-4)}`}
        columns={[...columns, actions]}
        pageSize={10}
        rowKey={({ uploadId }) => uploadId}
        controls={may && <UploadButton companyId={companyId} connectionId={connectionId} />}
        empty={
          <EmptyState
            icon={IconFileUpload}
            title={t('noFilesYet')}
            action={may && <UploadButton companyId={companyId} connectionId={connectionId} />}
          >
            {t('theOwnerUploads')}
          </EmptyState>
        }
      />
    </Box>
  );
}

function Actions({ upload, review }: { upload: Upload; review: (upload: Upload) => void }) {
  const { companyId, connectionId, uploadId, fileName, status } = upload;
  const remove = useChange('deleteUpload', {
    refreshes: ['listUploads', 'getDataStatus'],
    done: t('fileDeleted'),
  });
  if (!useMay('developer')) return null;
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {(status === 'Received' || status === 'Replaced') && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => review(upload)}
          aria-label={t('reviewFile', { fileName })}
        >
          {t('review')}
        </Button>
      )}
      <Confirm
        title={t('deleteFile', { fileName })}
        action={t('deleteIt')}
        isDangerous
        run={() => remove.mutateAsync({ companyId, connectionId, uploadId })}
        trigger={(open) => (
          <Button variant="default" size="compact-sm" onClick={open} aria-label={t('deleteFile', { fileName })}>
            {t('deleteIt')}
          </Button>
        )}
      >
        {status === 'Confirmed' ? t('itsRecordsAreDeleted') : t('noRecordIsDeleted')}
      </Confirm>
    </Group>
  );
}
