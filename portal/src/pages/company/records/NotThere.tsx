import { ApiError } from '@daybook/sdk';
import { IconDatabaseOff } from '@tabler/icons-react';
import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { spaced } from '../../../ui/state-words.ts';
import { ButtonLink } from '../../../ui/TextLink.tsx';

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
export function NotThere({ error, companyId, dataType }: { error: ApiError; companyId: string; dataType: string }) {
  return (
    <EmptyState
      icon={IconDatabaseOff}
      title={t('noToBrowse', { name: spaced(dataType).toLowerCase() })}
      action={<ButtonLink to={paths.companyData(companyId)}>{t('viewDataStatus')}</ButtonLink>}
    >
      {texts[error.code ?? '']}
    </EmptyState>
  );
}
