import { Alert, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RowOf, read } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { useChange } from '../../../ui/form/use-change.ts';
import { SkeletonRows } from '../../../ui/frame/PageLoading.tsx';
import { spaced } from '../../../ui/state-words.ts';

type Upload = RowOf<'listUploads'>;

/** Shows how a file would be read, and makes it a part of its data sets. Without a file, nothing is shown. */
export function ConfirmUpload({ upload, onClose }: { upload: Upload | undefined; onClose: () => void }) {
  return (
    <Modal
      opened={upload !== undefined}
      onClose={onClose}
      title={upload && t('reviewFile', { fileName: upload.fileName })}
    >
      {upload && <Review upload={upload} onDone={onClose} />}
    </Modal>
  );
}

function Review({ upload, onDone }: { upload: Upload; onDone: () => void }) {
  const { companyId, connectionId, uploadId } = upload;
  const place = { companyId, connectionId, uploadId };
  const preview = useQuery({ ...read('previewUpload', place), staleTime: 0 });
  const confirm = useChange('confirmUpload', {
    refreshes: ['listUploads', 'listConnections', 'getCompany', 'getDataStatus'],
    after: onDone,
    done: t('fileIsRead', { fileName: upload.fileName }),
  });
  const seen = preview.data;
  if (preview.error) return <ErrorNote error={preview.error} retry={() => void preview.refetch()} />;
  if (!seen) return <SkeletonRows count={3} />;
  const canConfirm = seen.errors.length === 0 && seen.total > 0;
  return (
    <Form
      layout="dialog"
      submit={() => confirm.mutate({ ...place, body: seen.reading })}
      isReady={canConfirm}
      action={t('confirmFile')}
      isBusy={confirm.isPending}
      problem={<ErrorNote error={confirm.error} />}
    >
      <Stack gap="xs">
        <Text size="sm">
          {t('isReadAs', { dataTypes: seen.dataTypes.map(spaced).join(', '), count: seen.total })}{' '}
          {seen.mode === 'replace' ? t('replacesTheDataSet') : t('addsToTheDataSet')}
        </Text>
        {seen.errors.map((error) => (
          <Alert key={error} color="red" variant="light">
            {error}
          </Alert>
        ))}
        {seen.problemsTotal > 0 && (
          <>
            <Text size="sm" fw={600}>
              {t('rowsNotRead', { count: seen.problemsTotal })}
            </Text>
            <ul>
              {seen.problems.slice(0, 5).map(({ row, column, message }) => (
                <li key={`${row} ${column} ${message}`}>
                  <Text size="sm">
                    {t('rowOfFile', { row })} {message}
                  </Text>
                </li>
              ))}
            </ul>
          </>
        )}
        <Text size="sm" c="dimmed">
          {t('columnsAreMappedOnTheLinkPage')}
        </Text>
      </Stack>
    </Form>
  );
}
