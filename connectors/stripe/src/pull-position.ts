import { CursorTooOld } from '@daybook/connector-kit';

/**
 * Where a pass stands. A pass reads one source after the other, and each source in two phases: `listed`, the list of
 * records, and in an incremental pass `changed`, older records that events name. `from` and `next` are seconds since
 * 1970: the cursor of this pass (0 for a full pass) and the cursor of the next one (0 until the first response).
 * `after` is the id after which the phase resumes.
 */
export type PullPosition = {
  source: number;
  phase: 'listed' | 'changed';
  from: number;
  next: number;
  after: string;
};

const pattern = /^(\d+)\|(listed|changed)\|(\d+)\|(\d+)\|(.*)$/;

export const writePosition = ({ source, phase, from, next, after }: PullPosition) =>
  [source, phase, from, next, after].join('|');

export function readPosition(cursor: string | undefined, resumeAt: string | undefined): PullPosition {
  const start = { source: 0, phase: 'listed' as const, next: 0, after: '' };
  if (resumeAt === undefined && cursor === undefined) return { ...start, from: 0 };
  if (resumeAt === undefined && cursor !== undefined && /^\d{1,12}$/.test(cursor))
    return { ...start, from: Number(cursor) };
  const [, source, phase, from, next, after = ''] = pattern.exec(resumeAt ?? '') ?? [];
  if (phase !== 'listed' && phase !== 'changed') throw new CursorTooOld('Unknown cursor or resume position.');
  return { source: Number(source), phase, from: Number(from), next: Number(next), after };
}
