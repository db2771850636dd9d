import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNote } from './ErrorNote.tsx';
import { Page } from './Page.tsx';

/** Replaces a page that could not be shown; the navigation stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page could not be loaded">
      <ErrorNote error={error} retry={reset} />
    </Page>
  );
}

/** For errors outside the shell, where there is no navigation. */
export function FrameError(props: ErrorComponentProps) {
  return (
    <main>
      <PageError {...props} />
    </main>
  );
}
