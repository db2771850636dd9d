import { type Connector, FileUnreadable, ProviderError, type Uploads } from '@daybook/connector-kit';
import type { Clock } from '../base/clock.ts';
import { notFound } from '../base/errors.ts';
import { connectionNotLinked } from '../connections/refusals.ts';
import { lockConnection } from '../connections/store.ts';
import type { Registry } from '../connectors/registry.ts';
import type { Db, Tx } from '../db/db.ts';
import { noUploadsHere } from './refusals.ts';
import type { UploadPlace } from './store.ts';

export type UploadingContext = {
  db: Db;
  clock: Clock;
  registry: Registry;
  config: { uploadBytesMax: number; uploadsPerConnection: number };
};

/** `byOwner`: a disconnected connection takes files, because only the owner of the company may connect it again. */
export type Uploader = { byOwner?: boolean };

/** Locks the connection until the transaction ends, and returns its status and the connector that reads files. */
export async function lockForUploads(
  ctx: UploadingContext,
  tx: Tx,
  place: UploadPlace & Uploader,
): Promise<{ connector: Connector; uploads: Uploads; status: string }> {
  const found = await lockConnection(tx, place);
  if (!found) throw notFound({ resource: 'connection', service: 'connections' });
  const connector = ctx.registry.find(found.platform_key);
  if (!connector?.uploads)
    throw noUploadsHere({ platformName: ctx.registry.names.get(found.platform_key) ?? found.platform_key });
  // A new connection is linked by its first confirmed file. One that was disconnected needs its owner.
  if (found.status !== 'Linked' && found.status !== 'PendingAuth' && !place.byOwner)
    throw connectionNotLinked({ status: found.status, service: 'uploads' });
  return { connector, uploads: connector.uploads, status: found.status };
}

/**
 * Runs a function of the connector, in its thread. A file that makes the thread end, because it needs too much memory
 * or time, is as unreadable as one that the connector refuses.
 */
export async function readable<T>(run: () => Promise<T>): Promise<T | { problem: string }> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof FileUnreadable) return { problem: error.message };
    if (error instanceof ProviderError) return { problem: tooCostly };
    throw error;
  }
}

const tooCostly = 'It needs too much memory or time to read. Upload it in smaller parts.';
