import type { KeptRun } from '../bench/publish/runs.ts';
import { againstNames, type Deed, proofsIn, type ShownProof } from '../test/providers/proof.ts';
import { barsOf } from '../test/providers/provider-runs.ts';

/** The stored runs of `npm run providers` as docs/platforms.md shows them. */
export type PlatformProof = ShownProof & { run: KeptRun };

export type PlatformRuns = {
  /** Numbered in this order, from 1: the most trustworthy first. */
  proofs: readonly PlatformProof[];
  /** Runs whose bars are not those of today. They prove nothing. */
  outdated: readonly KeptRun[];
};

/** The runs by platform. A run in which something has failed proves nothing. */
export function readPlatformRuns(runs: readonly KeptRun[]): (platform: string) => PlatformRuns {
  const own = runs.filter(({ figures, bars }) => 'proof.platform' in figures && bars.every((bar) => bar.holds));
  return (platform) => {
    const ofPlatform = own.filter(({ figures }) => figures['proof.platform'] === platform);
    const outdated = ofPlatform.filter((run) => !hasTodaysBars(run));
    const proofs = ofPlatform
      .filter((run) => !outdated.includes(run))
      .flatMap((run) => proofsIn(run.figures).map((proof): PlatformProof => ({ ...proof, run })));
    return { proofs: proofs.toSorted((a, b) => order.indexOf(a.against) - order.indexOf(b.against)), outdated };
  };
}

const order = Object.keys(againstNames);

export function hasTodaysBars({ name, command, bars }: Pick<KeptRun, 'name' | 'command' | 'bars'>): boolean {
  const text = (all: readonly (readonly [string, string])[]) => JSON.stringify(all.map((one) => one.join(' ')).sort());
  const today = barsOf(name, command.includes('--quick'));
  return today !== undefined && text(today) === text(bars.map(({ figure, goal }) => [figure, goal]));
}

/** The numbers of the runs that have done this with the data type, such as ` (1, 2)`; ` (–)` if there are none. */
export function provedIn({ proofs }: PlatformRuns, deed: Deed, dataType: string): string {
  const numbers = proofs.flatMap(({ done }, at) => (done.get(deed)?.includes(dataType) ? [at + 1] : []));
  return ` (${numbers.join(', ') || '–'})`;
}

/** What the data type was read from: the most trustworthy of all runs. */
export function howProved({ proofs }: PlatformRuns, dataType: string): string {
  const best = proofs.find(({ done }) => done.get('read')?.includes(dataType));
  if (!best) return 'no stored run';
  return best.against === 'contract' ? 'contract server only' : againstNames[best.against];
}
