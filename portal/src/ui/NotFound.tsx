import { paths } from '../paths.ts';
import { Page } from './Page.tsx';
import { ButtonLink } from './TextLink.tsx';

export function NotFound() {
  return (
    <Page title="There is no such page" lead="The address may be mistyped, or what it named is gone.">
      <ButtonLink to={paths.overview()}>Go to the overview</ButtonLink>
    </Page>
  );
}
