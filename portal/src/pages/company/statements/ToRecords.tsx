import { t } from '../../../messages/company.ts';
import { paths } from '../../../paths.ts';
import { ButtonLink } from '../../../ui/TextLink.tsx';
import { useCompany } from '../company-context.ts';

/** Leads to the data type that a statement is made of, where it can be synced. */
export function ToRecords({ dataType }: { dataType: string }) {
  const { companyId } = useCompany();
  return <ButtonLink to={paths.companyRecords(companyId, dataType)}>{t('goToRecords')}</ButtonLink>;
}
