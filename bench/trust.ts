import { benchProofs } from './proofs.ts';
import { type Figures, type Run, say } from './report.ts';
import { benchStanding } from './standing.ts';
import { benchTrustedSyncs } from './trusted-syncs.ts';

/** What else is measured, each in a cell of its own, so that no part is slowed down by the records of another one. */
const parts: Record<string, Run> = { proofs: benchProofs, standing: benchStanding };

/**
 * What it costs that the data can be trusted: checks and snapshots (`checks.*`, `snapshots.*`), hashing (`proofs.*`) and
 * standing queries (`standing.*`). Proofs and standing queries are also benches of their own.
 */
export const benchTrust: Run = async (options) => {
  say('checks and snapshots…');
  const report = await benchTrustedSyncs(options);
  const figures: Figures = { ...report.figures };
  const bars = [...report.bars];
  for (const [name, run] of Object.entries(parts)) {
    say(`${name}…`);
    const part = await run(options);
    for (const [figure, value] of Object.entries(part.figures)) figures[`${name}.${figure}`] = value;
    bars.push(...part.bars.map((bar) => ({ ...bar, figure: `${name}.${bar.figure}` })));
  }
  return { name: 'trust', figures, bars };
};
