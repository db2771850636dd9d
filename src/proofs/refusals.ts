import { defineRefusal } from '../base/errors.ts';

/** Error responses about proofs. */
const service = 'data';

export const proofRecordsGone = defineRefusal({
  code: 'proofRecordsGone',
  status: 410,
  meaning: 'The records of the published state that an entry of the chain is about are no longer stored.',
  remedy:
    'Use a bundle that was exported earlier, or the bundle of a later entry. To keep a state longer, take a snapshot of the company while the state is stored: a bundle can be exported until the snapshot ends.',
  service,
  error: ({ dataType, generation }: { dataType: string; generation: number }) =>
    `Gone: the records of the generation ${generation} of ${dataType} are no longer stored, so that no bundle can be made of them. Export the bundle of a later proof, or take a snapshot next time: it keeps the state.`,
});

export const anchorAfterProof = defineRefusal({
  code: 'anchorAfterProof',
  status: 400,
  meaning: 'The part of the chain that is asked for begins after the entry itself.',
  remedy: 'Send a number for `chainFrom` that is not greater than the `sequence` of the proof.',
  service,
  error: ({ sequence }: { sequence: number }) =>
    `The parameter "chainFrom" must be at most ${sequence}, the sequence of the proof.`,
});
