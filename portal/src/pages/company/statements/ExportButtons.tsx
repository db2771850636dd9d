import { Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { t } from '../../../messages/books.ts';
import { csvText } from '../../../ui/export/csv-text.ts';
import { fileName } from '../../../ui/export/file-name.ts';
import { saveFile } from '../../../ui/export/save-file.ts';
import type { Sheet } from '../../../ui/export/sheet.ts';

/** Saves a table as CSV or XLSX, and prints the page. The library for XLSX is loaded by the first click. */
export function ExportButtons({ sheet, names }: { sheet: () => Sheet; names: string[] }) {
  async function saveXlsx() {
    const { writeXlsx } = await import('../../../ui/export/write-xlsx.ts');
    saveFile(await writeXlsx(sheet()), `${fileName(...names)}.xlsx`);
  }
  return (
    <Button.Group>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} />}
        onClick={() => saveFile(csvText(sheet()), `${fileName(...names)}.csv`)}
      >
        {t('csv')}
      </Button>
      <Button variant="default" size="xs" onClick={() => void saveXlsx()}>
        {t('xlsx')}
      </Button>
      <Button variant="default" size="xs" leftSection={<IconPrinter size={14} />} onClick={() => window.print()}>
        {t('print')}
      </Button>
    </Button.Group>
  );
}
