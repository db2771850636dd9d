import { paths } from '../../paths.ts';
import { ButtonLink } from '../TextLink.tsx';
import { Page } from './Page.tsx';

export function NotFound() {
  return (
    <Page title="Page not found" lead="The address may be wrong, or the item may have been deleted.">
      <ButtonLink to={paths.overview()}>Go to overview</ButtonLink>
    </Page>
  );
}
