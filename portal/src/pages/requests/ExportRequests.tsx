import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { describeError, queryClient, readPage } from '../../api.ts';
import { t } from '../../messages/settings.ts';
import { csvText } from '../../ui/export/csv-text.ts';
import { saveFile } from '../../ui/export/save-file.ts';
import type { SheetCell } from '../../ui/export/sheet.ts';
import { tell } from '../../ui/form/tell.ts';
import type { LoggedRequest } from './RequestCells.tsx';
import { useRequestFilter } from './use-request-filter.ts';

/** The largest page of the service. */
const rowsMax = 5000;

const fields: [name: string, of: (request: LoggedRequest) => string | number | undefined][] = [
  ['at', ({ at }) => at],
  ['actor.kind', ({ actor }) => actor.kind],
  ['actor.name', ({ actor }) => actor.name],
  ['method', ({ method }) => method],
  ['operation', ({ operation }) => operation],
  ['path', ({ path }) => path],
  ['query', ({ query }) => query],
  ['companyId', ({ companyId }) => companyId],
  ['status', ({ status }) => status],
  ['code', ({ code }) => code],
  ['durationMs', ({ durationMs }) => durationMs],
  ['bytes', ({ bytes }) => bytes],
  ['address', ({ address }) => address],
  ['correlationId', ({ correlationId }) => correlationId],
];

/** Downloads the requests of the filter, at most the newest 5,000. */
export function ExportRequests() {
  const { whole } = useRequestFilter();
  const [isBusy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    try {
      const query = whole();
      const page = await queryClient.fetchQuery({
        ...readPage('listRequests', { ...(query && { query }), page: 1, pageSize: rowsMax }),
        staleTime: 0,
      });
      const rows = page.results.map((request) => ({ cells: fields.map(([, of]) => cellOf(of(request))) }));
      saveFile(csvText({ name: t('requestLog'), head: fields.map(([name]) => name), rows }), 'requests.csv');
      if (page.totalResults > rows.length) tell(t('exportedNewest', { count: rows.length, total: page.totalResults }));
    } catch (error) {
      tell(describeError(error).message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} />} loading={isBusy} onClick={() => void save()}>
      {t('exportCsv')}
    </Button>
  );
}

function cellOf(value: string | number | undefined): SheetCell {
  if (value === undefined) return undefined;
  return typeof value === 'number' ? { number: String(value) } : { text: value };
}
