import { Progress as Bar, Text } from '@mantine/core';

/** A progress bar. If the maximum is unknown, the bar is striped and full, and only the label shows the progress. */
export function Progress({ label, value, max }: { label: string; value?: number; max?: number }) {
  const isKnown = value !== undefined && max !== undefined && max > 0;
  const percent = isKnown ? Math.min(100, (value / max) * 100) : 100;
  return (
    <div className="progress">
      <Bar.Root size="sm">
        <Bar.Section value={percent} animated={!isKnown || percent < 100} striped={!isKnown} aria-label={label} />
      </Bar.Root>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
    </div>
  );
}
