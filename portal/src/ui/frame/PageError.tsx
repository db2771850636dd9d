import type { ErrorComponentProps } from '@tanstack/react-router';
import { t } from '../../messages/ui.ts';
import { ErrorNote } from '../ErrorNote.tsx';
import { Page } from './Page.tsx';

/** Shown instead of a page that could not be loaded. The navigation stays visible. */
export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <Page title={t('thisPageCouldNotBe')}>
      <ErrorNote error={error} retry={reset} />
    </Page>
  );
}

/** Shows errors outside the shell, where there is no navigation. */
export function FrameError(props: ErrorComponentProps) {
  return (
    <main>
      <PageError {...props} />
    </main>
  );
}
