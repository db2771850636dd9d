import { Drawer } from '@mantine/core';
import { t } from '../../../messages/company.ts';
import { CopyText } from '../../../ui/code/Copy.tsx';
import { RecordLink } from '../records/RecordLink.tsx';
import { RecordTabs, RecordTitle } from '../records/RecordTabs.tsx';

type RecordDrawerProps = { companyId: string; dataType: string; id: string | undefined; close: () => void };

/** Shows one record beside the list. */
export function RecordDrawer({ companyId, dataType, id, close }: RecordDrawerProps) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      position="right"
      size="xl"
      title={id !== undefined && <RecordTitle companyId={companyId} dataType={dataType} id={id} />}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {id !== undefined && (
        <>
          <div className="record-head">
            <CopyText value={id} what={t('recordId')} />
            <RecordLink companyId={companyId} dataType={dataType} id={id}>
              {t('openAsPage')}
            </RecordLink>
          </div>
          <RecordTabs companyId={companyId} dataType={dataType} id={id} />
        </>
      )}
    </Drawer>
  );
}
