import { Drawer } from '@mantine/core';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { CopyText } from '../../../ui/code/Copy.tsx';
import { spaced } from '../../../ui/state-words.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { RecordTabs } from '../records/RecordTabs.tsx';

type RecordDrawerProps = { companyId: string; dataType: string; id: string | undefined; close: () => void };

/** Shows one record beside the list. */
export function RecordDrawer({ companyId, dataType, id, close }: RecordDrawerProps) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      position="right"
      size="xl"
      title={t('recordDataType', { dataType: spaced(dataType) })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {id !== undefined && (
        <>
          <div className="record-head">
            <CopyText value={id} what={t('recordId')} />
            <TextLink to={paths.record(companyId, dataType, id)} size="sm">
              {t('openAsPage')}
            </TextLink>
          </div>
          <RecordTabs companyId={companyId} dataType={dataType} id={id} />
        </>
      )}
    </Drawer>
  );
}
