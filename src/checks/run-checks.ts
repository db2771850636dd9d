import { CostlyReadTimeout } from '../db/db.ts';
import { type CheckName, checkKinds, type Level } from './catalogue.ts';
import type { Candidate, Outcome } from './kinds/check-kind.ts';
import { checkMs } from './kinds/ledger-mismatch.ts';
import { type Figures, judgeChange, readFigures } from './kinds/unusual-change.ts';
import { checksOf, kindsOf } from './kinds-of.ts';
import { type CheckContextRow, readContext } from './store.ts';
import type { Checked, ChecksContext, ToCheck } from './to-check.ts';
import type { CheckResult } from './wire.ts';

/**
 * Runs the checks of a data type on a generation that is complete and not published. Each check is one statement with a
 * timeout; a check that takes longer is skipped and holds nothing. Nothing is changed.
 */
export async function runChecks(
  ctx: ChecksContext,
  of: ToCheck,
  { given = [], only }: { given?: readonly CheckResult[]; only?: readonly CheckName[] } = {},
): Promise<Checked> {
  const context = await readContext(ctx, of);
  const kept = only ? (context.previous?.results ?? []).filter(({ check }) => !only.includes(check as CheckName)) : [];
  const results = [...kept, ...given];
  const figures = only ? undefined : await readFiguresOf(ctx, of, context);
  for (const check of only ?? checksOf(of.dataType)) {
    const candidate = candidateOf(of, context, check);
    const outcome =
      check === 'unusualChange'
        ? figures && judgeChange(candidate, figures, context.history)
        : await runOne(ctx, candidate, check);
    if (outcome === 'notConcerned') continue;
    results.push(resultOf(check, candidate, outcome ?? { skipped: tookTooLong }, levelOf(context, check)));
  }
  return { results, figures, previous: context.previous?.results ?? [] };
}

const tookTooLong = `The check took more than ${checkMs / 1000} seconds.`;

async function runOne(ctx: ChecksContext, of: Candidate, check: CheckName): Promise<Outcome> {
  try {
    return await kindsOf(check)(ctx, of);
  } catch (error) {
    if (error instanceof CostlyReadTimeout) return { skipped: tookTooLong };
    // A record that a check cannot read must not stop its data set.
    ctx.log.error({ err: error, check, companyId: of.companyId, dataType: of.dataType }, 'a check failed');
    return { skipped: 'The check could not be run. The log of the installation says why.' };
  }
}

async function readFiguresOf(ctx: ChecksContext, of: ToCheck, context: CheckContextRow): Promise<Figures | undefined> {
  const candidate = candidateOf(of, context, 'unusualChange');
  // Versions of earlier generations may have been removed.
  const before = candidate.since >= context.oldest ? context.history[0] : undefined;
  try {
    const [row] = await ctx.db.read(of.accountId, readFigures(candidate, before), { withinMs: checkMs });
    return row;
  } catch (error) {
    if (error instanceof CostlyReadTimeout) return undefined;
    throw error;
  }
}

function candidateOf(of: ToCheck, context: CheckContextRow, check: CheckName): Candidate {
  const previous = context.previous?.results.find((result) => result.check === check);
  // A check that was skipped or that found more than is stored examines everything again.
  const isKnown = previous && previous.outcome !== 'skipped' && previous.found <= previous.records.length;
  const isFigures = check === 'unusualChange' && context.history.length > 0;
  return {
    ...of,
    since: context.previous && (isKnown || isFigures) ? context.previous.generation : 0,
    total: context.total,
    tolerance: toleranceOf(context, check),
    previous,
  };
}

export const levelOf = ({ settings }: Pick<CheckContextRow, 'settings'>, check: CheckName): Level =>
  settings[check]?.level ?? checkKinds[check].level;

export const toleranceOf = ({ settings }: Pick<CheckContextRow, 'settings'>, check: CheckName): number =>
  settings[check]?.tolerance ?? checkKinds[check].tolerance;

/** `tolerance` of these checks counts findings. */
const counted: readonly CheckName[] = ['duplicate', 'sourceChanged'];

function resultOf(
  check: CheckName,
  { tolerance }: Candidate,
  outcome: Exclude<Outcome, 'notConcerned'>,
  level: Level,
): CheckResult {
  if ('skipped' in outcome)
    return { check, level, outcome: 'skipped', found: 0, records: [], message: outcome.skipped };
  const { found, records, message, isPartial } = outcome;
  const isFound = found > (counted.includes(check) ? tolerance : 0);
  const more = { ...(message !== undefined && { message }), ...(isPartial && { isPartial }) };
  return { check, level, outcome: isFound ? 'found' : 'passed', found, records, ...more };
}
