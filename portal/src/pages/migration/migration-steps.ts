import { t } from '../../messages/migration.ts';

/** The state of a step. A rehearsal is `done` only after it has ended. A step that was left out is `skipped`. */
export type StepState = 'done' | 'next' | 'open' | 'skipped';

export function stepStates(migration: {
  state: string;
  declared: boolean;
  requested: boolean;
  rehearsal?: { ended?: string };
}): StepState[] {
  const isMigrated = migration.state === 'migrated';
  const done = [migration.declared, migration.requested, migration.rehearsal?.ended !== undefined, isMigrated];
  const next = done.indexOf(false);
  return done.map((isDone, at) => {
    if (isDone) return 'done';
    if (isMigrated) return 'skipped';
    return at === next ? 'next' : 'open';
  });
}

/**
 * Returns the text below the name of a step. If the step is done, this is `happened`; otherwise "Skipped" or "Not yet".
 */
export function stepText(state: StepState, happened: string): string {
  if (state === 'done') return happened;
  return state === 'skipped' ? t('skipped') : t('notYet');
}
