import { Button, FileButton, Group } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { t } from '../../../messages/company.ts';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { tell } from '../../../ui/form/tell.ts';
import { useChange } from '../../../ui/form/use-change.ts';

/** Uploads a file. If a file with the same columns was confirmed before, it is confirmed at once. */
export function UploadButton({ companyId, connectionId }: { companyId: string; connectionId: string }) {
  const upload = useChange('createUpload', {
    refreshes: ['listUploads', 'listConnections', 'getCompany', 'getDataStatus'],
    after: ({ status, fileName }) => tell(t(status === 'Confirmed' ? 'fileIsRead' : 'fileWaits', { fileName })),
  });
  const send = (file: File | null) =>
    file && upload.mutate({ companyId, connectionId, fileName: file.name.slice(-255), body: file });
  return (
    <Group gap="xs">
      <FileButton onChange={send}>
        {(props) => (
          <Button {...props} size="compact-sm" loading={upload.isPending} leftSection={<IconFileUpload size={16} />}>
            {t('uploadAFile')}
          </Button>
        )}
      </FileButton>
      <ErrorNote error={upload.error} />
    </Group>
  );
}
