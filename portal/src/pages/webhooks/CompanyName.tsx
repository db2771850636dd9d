import { useQuery } from '@tanstack/react-query';
import { t } from '../../messages/webhooks.ts';
import { paths } from '../../paths.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { companyName } from './company-names.ts';

/** Shows the name of a company. A deleted company is shown by its id. */
export function CompanyName({ companyId }: { companyId: string }) {
  const { data } = useQuery({
    queryKey: ['companyName', companyId],
    queryFn: () => companyName(companyId),
    staleTime: 300_000,
  });
  const short = `${companyId.slice(0, 8)}…`;
  if (data === null) return <span className="dimmed">{t('deleted', { short })}</span>;
  return <TextLink to={paths.company(companyId)}>{data ?? short}</TextLink>;
}
