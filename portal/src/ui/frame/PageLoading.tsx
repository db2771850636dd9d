import { Skeleton, VisuallyHidden } from '@mantine/core';
import { t } from '../../messages/ui.ts';

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Placeholder for rows that are loading. */
export function SkeletonRows({ count = 5 }: { count?: number }) {
  return (
    <div className="skeleton-rows" role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {lines.slice(0, count).map((line) => (
        <Skeleton key={line} height={20} radius="sm" />
      ))}
    </div>
  );
}

export function PageLoading() {
  return (
    <div className="page">
      <VisuallyHidden component="h1">{t('loading')}</VisuallyHidden>
      <Skeleton height={28} width={220} mb="lg" />
      <SkeletonRows count={8} />
    </div>
  );
}

/** Shown before the shell is loaded. */
export function FrameLoading() {
  return (
    <main>
      <PageLoading />
    </main>
  );
}
