import { paths } from '../paths.ts';
import { Page } from './Page.tsx';
import { ButtonLink } from './TextLink.tsx';

export function NotFound() {
  return (
    <Page title="Page not found" lead="The address may be mistyped, or the item was deleted.">
      <ButtonLink to={paths.overview()}>Go to overview</ButtonLink>
    </Page>
  );
}
