/** Which steps of a migration have happened. A rehearsal that is under way has not; one that an operator passed over is not ticked. */
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

/** What a step says below its name: `happened` only once it has. */
export function stepText(state: StepState, happened: string): string {
  if (state === 'done') return happened;
  return state === 'skipped' ? 'Did not happen' : 'Not yet';
}
