import type { CheckName } from './catalogue.ts';
import type { ToCheck } from './to-check.ts';
import type { CheckResult } from './wire.ts';

/** Thrown if a check with the level `hold` has found something. Nothing is published until a person decides. */
export class HeldByChecks extends Error {
  override name = 'HeldByChecks';
  readonly of: ToCheck;
  readonly results: readonly CheckResult[];
  readonly previous: readonly CheckResult[];

  constructor(
    of: ToCheck,
    { results, previous }: { results: readonly CheckResult[]; previous: readonly CheckResult[] },
    held: readonly CheckResult[],
  ) {
    super(messageOf(held));
    this.of = of;
    this.results = results;
    this.previous = previous;
  }

  /** The error code of the sync. */
  get code(): string {
    return this.results.every(({ check }) => check === 'massDeletion') ? 'massDeletion' : 'heldByChecks';
  }
}

function messageOf(held: readonly CheckResult[]): string {
  const [first] = held;
  if (held.length === 1 && first?.check === 'massDeletion')
    return `${first.message} Nothing is published until a person confirms the deletions or cancels the sync.`;
  const names = held.map(({ check, found }) => `${check} (${found})`).join(', ');
  return `Checks have found problems: ${names}. Nothing is published until a person confirms the new state or cancels the sync.`;
}

/** The results that hold a generation, unless a person has confirmed them. */
export const holding = (results: readonly CheckResult[], confirmed: readonly string[]): CheckResult[] =>
  results.filter(
    ({ check, level, outcome }) => level === 'hold' && outcome === 'found' && !isConfirmed(check, confirmed),
  );

const isConfirmed = (check: CheckName | string, confirmed: readonly string[]) => confirmed.includes(check);
