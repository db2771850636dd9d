/** What is counted of bundles, and what is wrong with them. */
export type ProofTally = {
  /** Published states that both verifiers have accepted, and the records of these that were compared with the platform's. */
  bundlesVerified: number;
  bundleRecords: number;
  /** Chains that were verified from their first entry to their last one, and their entries. */
  chainsVerified: number;
  chainEntries: number;
  forgeries: number;
  forgeriesAccepted: string[];
  /** A bundle was refused, shows something else than the platform had, or is missing. */
  proofsWrong: string[];
};

export const newProofTally = (): ProofTally => ({
  ...{ bundlesVerified: 0, bundleRecords: 0, chainsVerified: 0, chainEntries: 0 },
  ...{ forgeries: 0, forgeriesAccepted: [], proofsWrong: [] },
});

/** What all histories have done and found. The lists of texts must stay empty. */
export type Tally = ProofTally & {
  syncs: number;
  failedSyncs: number;
  resumedSyncs: number;
  edits: Record<string, number>;
  looks: number;
  /** Histories with a sync that failed, and with documents in more than one currency. */
  historiesWithFailures: number;
  historiesWithCurrencies: number;
  snapshots: number;
  /** All records of these were compared with those of the platform at the moments at which they were read. */
  snapshotsCompared: number;
  /** The platform's records of these moments tie. */
  snapshotsTying: number;
  /** They were read at different moments, so that the platform's own records do not tie. */
  snapshotsOfSeveralMoments: number;
  snapshotsThatDoNotTie: string[];
  snapshotsDifferent: string[];
  restatementsCompared: number;
  restatedRecords: number;
  restatedByChange: Record<string, number>;
  restatedStatements: number;
  restatementsDifferent: string[];
  platformDoesNotTie: string[];
  /** Something of a failed or killed sync was visible. */
  visible: string[];
  wrong: string[];
};

export const newTally = (): Tally => ({
  ...newProofTally(),
  ...{ syncs: 0, failedSyncs: 0, resumedSyncs: 0, edits: {}, looks: 0 },
  ...{ historiesWithFailures: 0, historiesWithCurrencies: 0 },
  ...{ snapshots: 0, snapshotsCompared: 0, snapshotsTying: 0, snapshotsOfSeveralMoments: 0 },
  ...{ snapshotsThatDoNotTie: [], snapshotsDifferent: [], platformDoesNotTie: [] },
  ...{ restatementsCompared: 0, restatedRecords: 0, restatedByChange: {}, restatedStatements: 0 },
  ...{ restatementsDifferent: [] },
  ...{ visible: [], wrong: [] },
});

/** Adds counts by kind. */
export function count(into: Record<string, number>, kinds: Readonly<Record<string, number>>): void {
  for (const [kind, number] of Object.entries(kinds)) into[kind] = (into[kind] ?? 0) + number;
}
