import { Skeleton, VisuallyHidden } from '@mantine/core';

const lines = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Rows that are on their way. */
export function SkeletonRows({ count = 5 }: { count?: number }) {
  return (
    <div className="skeleton-rows" role="status">
      <VisuallyHidden>Loading</VisuallyHidden>
      {lines.slice(0, count).map((line) => (
        <Skeleton key={line} height={20} radius="sm" />
      ))}
    </div>
  );
}

export function PageLoading() {
  return (
    <div className="page">
      <VisuallyHidden component="h1">Loading</VisuallyHidden>
      <Skeleton height={28} width={220} mb="lg" />
      <SkeletonRows count={8} />
    </div>
  );
}

/** Before the frame is there. */
export function FrameLoading() {
  return (
    <main>
      <PageLoading />
    </main>
  );
}
