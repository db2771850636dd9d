import { createHash } from 'node:crypto';
import type { Pull, PulledRecord, PullInput } from './connector.ts';
import { readingWhole, tellingDeletions } from './define-type.ts';

/**
 * Reads a short list whole on every pass, for platforms that cannot report what has changed in it. The cursor holds the
 * id and a digest of every record, so that an incremental pass returns only the records that have changed, and those
 * that have disappeared as deleted. `source` must be set. Meant for at most a few hundred records.
 */
export function pullChanged(read: (input: Omit<PullInput, 'cursor' | 'resumeAt'>) => Promise<PulledRecord[]>): Pull {
  const pull: Pull = async function* ({ cursor, resumeAt: _, ...input }) {
    const before = readCursor(cursor);
    const records = await read(input);
    const now = new Map(records.map((record) => [record.id, digestOf(record)]));
    const changed = records.filter(({ id }) => before.get(id) !== now.get(id));
    const gone = [...before.keys()].filter((id) => !now.has(id)).map((id) => ({ id, isDeleted: true }));
    yield { records: [...changed, ...gone], resumeAt: null, cursor: writeCursor(now) };
  };
  return tellingDeletions(readingWhole(pull));
}

const digestOf = ({ source = '' }: PulledRecord) =>
  createHash('sha256').update(source).digest('base64url').slice(0, 12);

const writeCursor = (digests: Map<string, string>) =>
  `#${[...digests].map(([id, digest]) => `${encodeURIComponent(id)}:${digest}`).join(' ')}`;

/** A cursor of another form counts as none: every record is then returned. */
function readCursor(cursor = ''): Map<string, string> {
  if (!cursor.startsWith('#') || cursor === '#') return new Map();
  const entries = cursor.slice(1).split(' ');
  return new Map(
    entries.map((entry) => {
      const [id = '', digest = ''] = entry.split(':');
      return [decodeURIComponent(id), digest];
    }),
  );
}
