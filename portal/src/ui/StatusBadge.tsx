import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconClock, IconProgress } from '@tabler/icons-react';
import { type StateKind, type Tone, wordsFor } from './state-words.ts';

const icons: Record<Tone, typeof IconClock> = {
  good: IconCircleCheck,
  busy: IconProgress,
  wait: IconClock,
  bad: IconAlertTriangle,
  idle: IconCircleDashed,
};

/** Shows a status as a word with an icon and a colour. The tooltip explains the status. */
export function StatusBadge({ kind, state }: { kind: StateKind; state: string }) {
  const { label, tone, meaning } = wordsFor(kind, state);
  return <ToneBadge tone={tone} label={label} title={meaning} />;
}

export function ToneBadge({ tone, label, title }: { tone: Tone; label: string; title?: string }) {
  const Icon = icons[tone];
  return (
    <span className={`status status-${tone}`} title={title || undefined}>
      <Icon size={16} stroke={1.8} aria-hidden="true" />
      {label}
    </span>
  );
}
