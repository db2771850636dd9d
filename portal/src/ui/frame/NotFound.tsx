import { t } from '../../messages/ui.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../TextLink.tsx';
import { Page } from './Page.tsx';

export function NotFound() {
  return (
    <Page title={t('pageNotFound')} lead={t('theAddressMayBeWrong')}>
      <ButtonLink to={paths.overview()}>{t('goToOverview')}</ButtonLink>
    </Page>
  );
}
