import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { t } from '../../messages/ui.ts';

/** Downloads all rows of a list with its filter and order, as CSV. The service streams the file. */
export function ExportList({ href }: { href: string }) {
  return (
    <Tooltip label={t('exportCsv')}>
      <ActionIcon component="a" href={href} download size={36} variant="default" aria-label={t('exportCsv')}>
        <IconDownload size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
