import { type LinkContext, openLink, plainName } from './read-link.ts';
import { type ProgressRow, readProgressRows } from './store.ts';
import type { LinkProgress } from './wire.ts';

/**
 * How far the first reading of the company's books is, for its owner: per connection and data type, and nothing else of
 * the syncs.
 */
export async function readProgress(ctx: LinkContext, token: string): Promise<LinkProgress> {
  const { place, row } = await openLink(ctx, token);
  const linked = row.connections.filter(({ status }) => status === 'Linked');
  const rows = await readProgressRows(ctx.db, place);
  const connections = linked.map(({ connectionId }) => {
    const dataTypes = rows.filter((one) => one.connection_id === connectionId).map(describe);
    return {
      connectionId,
      isComplete: dataTypes.every(({ state }) => state === 'read' || state === 'failed'),
      dataTypes,
    };
  });
  return {
    isComplete: connections.length > 0 && connections.every(({ isComplete }) => isComplete),
    connections,
  };
}

type Progress = LinkProgress['connections'][number]['dataTypes'][number];

function describe({ data_type, status, is_published, records, expected, total }: ProgressRow): Progress {
  const state = stateOf({ status, isPublished: is_published });
  const isRunning = state === 'reading' || state === 'waiting';
  return {
    dataType: data_type,
    name: plainName(data_type),
    state,
    records: isRunning ? records : total,
    ...(isRunning && expected !== null && { total: expected }),
  };
}

/** After the first publication a data type counts as read, also while it is read again. */
export function stateOf({ status, isPublished }: { status: string | null; isPublished: boolean }): Progress['state'] {
  if (isPublished) return 'read';
  if (status === 'Fetching' || status === 'Publishing') return 'reading';
  return status === 'Queued' || status === 'Waiting' ? 'waiting' : 'failed';
}
