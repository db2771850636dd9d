import { ApiError } from '@daybook/sdk';
import { IconDatabaseOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../../messages/company.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { spaced } from '../../../ui/state-words.ts';

/** Explanations for the error codes that mean that there is no data to show yet. */
const texts: Record<string, string> = {
  dataSetNotReady: t('theFirstSyncIsNot'),
  dataSetNotRequested: t('thisDataTypeHasNever'),
  dataTypeNotSupported: t('noneThisCompanysPlatformsHas'),
  dataSetAuthorizationLost: t('thePlatformNoLongerAccepts'),
  dataSetPermissionMissing: t('thePlatformDeniedAccessAsk'),
  connectionNotLinked: t('theConnectionIsNotLinked'),
};

/** Whether an error means that the data type has no data yet. */
export function isNotThere(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code !== undefined && Object.hasOwn(texts, error.code);
}

/** Explains why a data type has no data yet. */
export function NotThere({ error, dataType, action }: { error: ApiError; dataType: string; action?: ReactNode }) {
  return (
    <EmptyState
      icon={IconDatabaseOff}
      title={t('noToBrowse', { name: spaced(dataType).toLowerCase() })}
      action={action}
    >
      {texts[error.code ?? '']}
    </EmptyState>
  );
}
