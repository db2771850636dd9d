/** Which steps of a migration have happened. One that an operator passed over is not ticked. */
export type StepState = 'done' | 'next' | 'open' | 'skipped';

export function stepStates(migration: {
  state: string;
  declared: boolean;
  requested: boolean;
  rehearsal?: unknown;
}): StepState[] {
  const isMigrated = migration.state === 'migrated';
  const done = [migration.declared, migration.requested, Boolean(migration.rehearsal), isMigrated];
  const next = done.indexOf(false);
  return done.map((isDone, at) => {
    if (isDone) return 'done';
    if (isMigrated) return 'skipped';
    return at === next ? 'next' : 'open';
  });
}
