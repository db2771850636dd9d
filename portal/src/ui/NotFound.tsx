import { paths } from '../paths.ts';
import { Page } from './Page.tsx';
import { ButtonLink } from './TextLink.tsx';

export function NotFound() {
  return (
    <Page title="Page not found" lead="The address may be wrong, or the item may have been deleted.">
      <ButtonLink to={paths.overview()}>Go to overview</ButtonLink>
    </Page>
  );
}
