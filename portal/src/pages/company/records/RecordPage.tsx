import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { CopyText } from '../../../ui/code/Copy.tsx';
import { usePageTitle } from '../../../ui/frame/Page.tsx';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { useParam } from '../../../ui/use-address.ts';
import { useCompany } from '../company-context.ts';
import { AsOfBar } from '../time/AsOfBar.tsx';
import { useAsOfSearch } from '../time/use-as-of.ts';
import { RecordTabs, useRecordTitle } from './RecordTabs.tsx';

/** One record on a page of its own, so that other pages and people can link to it. */
export function RecordPage() {
  const { companyId, name } = useCompany();
  const dataType = useParam('dataType');
  const id = useParam('recordId');
  const asOf = useAsOfSearch();
  const title = useRecordTitle({ companyId, dataType, id });
  usePageTitle(`${title} · ${name}`);
  return (
    <>
      {asOf && <AsOfBar companyId={companyId} />}
      <section className="section record-page">
        <div className="record-head no-print">
          <h2>{title}</h2>
          <CopyText value={id} what={t('recordId')} />
          <TextLink to={paths.companyRecords(companyId, dataType)} size="sm">
            {t('allDataType', { dataType: spaced(dataType).toLowerCase() })}
          </TextLink>
          <Button
            variant="default"
            size="xs"
            className="push-right"
            leftSection={<IconPrinter size={14} />}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
        </div>
        <RecordTabs key={`${dataType} ${id}`} companyId={companyId} dataType={dataType} id={id} />
      </section>
    </>
  );
}
