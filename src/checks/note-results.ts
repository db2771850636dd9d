import type { Clock } from '../base/clock.ts';
import { newId } from '../base/ids.ts';
import type { Tx } from '../db/db.ts';
import type { Emit } from '../events/emit.ts';
import { checkKinds } from './catalogue.ts';
import { insertRun } from './store.ts';
import type { Checked, ToCheck } from './to-check.ts';
import type { CheckResult } from './wire.ts';

type NoteContext = { clock: Clock; emit: Emit };

/**
 * Stores the results of a generation in the transaction that publishes or holds it. Emits `quality.changed` if a
 * check has another outcome than in the generation that readers saw before, or if the generation is held.
 */
export async function noteResults(
  ctx: NoteContext,
  tx: Tx,
  of: ToCheck,
  { results, figures, previous, isHeld }: Checked & { isHeld: boolean },
): Promise<void> {
  if (results.length === 0) return;
  await insertRun(tx, of, { results, figures, runId: newId(ctx.clock), isHeld });
  const checks = results.flatMap((result) => changeOf(result, previous));
  if (checks.length === 0) return;
  const { companyId, connectionId, syncId, dataType, generation } = of;
  const names = checks.map(({ check, found }) => `${check} (${found})`).join(', ');
  const message = isHeld
    ? `The new state of ${dataType} is held: ${names}.`
    : `The checks of ${dataType} have other results: ${names}.`;
  await ctx.emit(tx, [
    {
      type: 'quality.changed',
      companyId,
      connectionId,
      message,
      data: { syncId, dataType, generation, isHeld, checks },
    },
  ]);
}

/** Only `found` and the others differ: a check that is skipped has found nothing. */
function changeOf({ check, level, outcome, found }: CheckResult, previous: readonly CheckResult[]) {
  const before = previous.find((result) => result.check === check);
  const previousFound = before?.outcome === 'found' ? before.found : 0;
  const isNews = (outcome === 'found' ? found : 0) !== previousFound;
  return isNews && outcome !== 'skipped' && checkKinds[check as keyof typeof checkKinds]
    ? [{ check, level, outcome, found, previousFound }]
    : [];
}
