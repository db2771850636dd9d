import type { Connector, Credentials, PreparedPush, Push, PushWish } from '@daybook/connector-kit';
import { parseExact } from '@daybook/connector-kit';
import type { ValidationItem } from '../../base/errors.ts';
import type { Tx } from '../../db/db.ts';
import { findCustomProblems, splitCustom, statusOnlyOf } from '../custom/custom-values.ts';
import { findPushable, type PushableField } from '../custom/find-pushable.ts';
import type { PushRow } from '../store.ts';
import { wishOfRow } from './attempt-push.ts';

type Ready = {
  kind: 'ready';
  /** What the row stores. */
  prepared: string;
  request: PreparedPush;
  wish: PushWish;
  custom: readonly PushableField[];
};
type Refused = { kind: 'refused'; statusCode: number; message: string; errors: ValidationItem[] };

/**
 * Builds the request of a push, or reads the one of an earlier attempt. The custom fields that a push may set are stored
 * with it, so that a mapping that changes meanwhile changes no request. If the mapping has changed since the push was
 * accepted, the push may be refused. `unknown`: after a restore, nobody knows what an earlier attempt has sent.
 */
export async function preparePush(
  tx: Tx,
  push: Push,
  { row, credentials, platform }: { row: PushRow; credentials: Credentials; platform: Connector['platform'] },
): Promise<Ready | Refused | { kind: 'unknown' }> {
  if (row.prepared !== null) {
    const { custom = [], ...request } = JSON.parse(row.prepared) as PreparedPush & { custom?: PushableField[] };
    return { kind: 'ready', prepared: row.prepared, request, wish: wishOfRow(push, row, custom), custom };
  }
  const sent = row.record === null ? undefined : splitCustom(parseExact(row.record));
  const hasCustom = sent?.custom !== undefined;
  const place = { connectionId: row.connection_id, platformKey: platform.key, dataType: row.data_type };
  const custom = hasCustom ? await findPushable(tx, push, place) : [];
  const of = { place: `${row.data_type} of ${platform.name}`, statusOnly: statusOnlyOf(push, row.operation) };
  const errors = sent ? findCustomProblems(sent, { fields: custom, ...of }) : [];
  const [first] = errors;
  if (first && row.step !== 'waiting') return { kind: 'unknown' };
  if (first)
    return {
      ...{ kind: 'refused', statusCode: 400, errors },
      message: `The mapping was changed after the push was requested, so nothing was sent. ${first.message}`,
    };
  const wish = wishOfRow(push, row, custom);
  const request = push.prepare(wish, credentials);
  const prepared = JSON.stringify({ ...request, ...(wish.customFields && { custom }) });
  return { kind: 'ready', prepared, request, wish, custom };
}
