/** The steps of a migration. A running rehearsal is not done, and a step that the operator skipped is not ticked. */
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

/** The text below a step's name; `happened` only if the step is done. */
export function stepText(state: StepState, happened: string): string {
  if (state === 'done') return happened;
  return state === 'skipped' ? 'Skipped' : 'Not yet';
}
