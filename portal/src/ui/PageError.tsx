import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNote } from './ErrorNote.tsx';
import { Page } from './Page.tsx';

/** A page that could not be shown, within the frame. */
export function PageError({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="This page could not be shown">
      <ErrorNote error={error} retry={reset} />
    </Page>
  );
}

/** Not even the frame could be shown. */
export function FrameError(props: ErrorComponentProps) {
  return (
    <main>
      <PageError {...props} />
    </main>
  );
}
