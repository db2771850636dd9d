import { defineRefusal } from '../base/errors.ts';

/** Error responses about restatements. */
const service = 'data';

export const momentNotKept = defineRefusal({
  code: 'momentNotKept',
  status: 410,
  meaning: 'A moment to compare is older than the versions that are kept of a data set.',
  remedy:
    'Compare with a later moment, or with a snapshot that was taken then (`fromSnapshot`). Take a snapshot at every closing, so that it can be compared for as long as you keep the snapshot.',
  service,
  error: ({ at, dataType, oldest }: { at: string; dataType: string; oldest: string | undefined }) =>
    `Gone: the state of the data set ${dataType} at ${at} is no longer stored${
      oldest === undefined ? '' : `; the oldest one was published at ${oldest}`
    }. Compare with a later moment, or with a snapshot (fromSnapshot, toSnapshot).`,
});

export const statesGone = defineRefusal({
  code: 'statesGone',
  status: 410,
  meaning: 'The states that the pages of a list of restated records compare are no longer stored.',
  remedy: 'Start again with GET …/restatements.',
  service,
  error:
    'Gone: the states that this list compares are no longer stored, or a data set was deleted. Start again with GET …/restatements.',
});
