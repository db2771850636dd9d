import type { PushOperation } from '@daybook/connector-kit';
import type { Figures } from '../../bench/report.ts';
import { tell } from './figures.ts';

/** What a run works against. The order is that of trust: `contract` is a server of this repository. */
export const againstNames = {
  live: 'live system',
  export: 'files that the live program has written',
  mock: "vendor's mock server",
  client: "vendor's client library, with the contract server",
  contract: 'contract server of this repository',
} as const;
export type Against = keyof typeof againstNames;

/**
 * What was done with records of a data type. `changes` and `deletions` were made at the platform and found by a pass;
 * the operations are pushes.
 */
export const deeds = ['read', 'changes', 'deletions', 'create', 'update', 'delete'] as const;
export type Deed = 'read' | 'changes' | 'deletions' | PushOperation;

/** What a run shows of a platform. It counts only if nothing in the run has failed. */
export type Proof = {
  note(deed: Deed, ...dataTypes: string[]): void;
  figures(): Figures;
};

/** `version`: what the server or the library says of itself. */
export function createProof(platform: string, against: Against, { version }: { version?: string } = {}): Proof {
  const noted = new Map<Deed, Set<string>>();
  return {
    note(deed, ...dataTypes) {
      const names = noted.get(deed) ?? new Set();
      for (const name of dataTypes) names.add(name);
      noted.set(deed, names);
    },
    figures: () => ({
      'proof.platform': platform,
      ...(version !== undefined && { [`proof.${against}.version`]: version }),
      ...Object.fromEntries([...noted].map(([deed, names]) => [`proof.${against}.${deed}`, [...names].join(' ')])),
    }),
  };
}

/** A proof that a test file reports to the runner when it ends. */
export function openProof(...given: Parameters<typeof createProof>): Proof {
  const proof = createProof(...given);
  process.once('exit', () => tell(proof.figures()));
  return proof;
}

export type ShownProof = { against: Against; version: string; done: ReadonlyMap<Deed, readonly string[]> };

/** Reads the proofs from the figures of a run, the most trustworthy first. */
export function proofsIn(figures: Figures): ShownProof[] {
  const text = (name: string) => String(figures[`proof.${name}`] ?? '');
  const names = (name: string) => text(name).split(' ').filter(Boolean);
  const all = (Object.keys(againstNames) as Against[]).map((against) => ({
    against,
    version: text(`${against}.version`),
    done: new Map(deeds.map((deed) => [deed, names(`${against}.${deed}`)])),
  }));
  return all.filter(({ done }) => [...done.values()].some((dataTypes) => dataTypes.length > 0));
}

/** Figures that several test files of a run report: their counts are added up, and the lists of their proofs united. */
const added = new Set(['conformanceChecks', 'conformanceFailed']);
const isList = (name: string) => name.startsWith('proof.') && deeds.some((deed) => name.endsWith(`.${deed}`));

export function mergeFigures(parts: readonly Figures[]): Figures {
  const merged: Figures = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    const before = merged[name];
    if (added.has(name)) merged[name] = Number(before ?? 0) + Number(value);
    else if (isList(name)) merged[name] = [...new Set(`${before ?? ''} ${value}`.split(' ').filter(Boolean))].join(' ');
    else merged[name] = value;
  }
  return merged;
}
