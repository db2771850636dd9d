import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { daybook } from '../../../api.ts';
import { t } from '../../../messages/company.ts';
import type { ShownState } from '../time/use-as-of.ts';

type ExportCsvProps = {
  companyId: string;
  dataType: string;
  query: string | undefined;
  orderBy: string | undefined;
  asOf: ShownState | undefined;
  columns: string[];
};

/** Downloads all records of the filter, with the columns that are shown. The service streams the file. */
export function ExportCsv({ companyId, dataType, query, orderBy, asOf, columns }: ExportCsvProps) {
  const href = daybook.urlOf('listRecords', {
    companyId,
    dataType,
    format: 'csv',
    columns: columns.join(','),
    ...(query && { query }),
    ...(orderBy && { orderBy }),
    ...asOf,
  });
  return (
    <Button component="a" href={href} download variant="default" leftSection={<IconDownload size={16} />}>
      {t('exportCsv')}
    </Button>
  );
}
