import type {
  Connector,
  Credentials,
  PreparedPush,
  Push,
  PushOperation,
  PushWarning,
  PushWish,
} from '@daybook/connector-kit';
import { parseExact } from '@daybook/connector-kit';
import type { Clock } from '../base/clock.ts';
import { notFound } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import type { Sealer } from '../base/secrets.ts';
import { openCredentials } from '../connections/credentials.ts';
import { connectionNotLinked } from '../connections/refusals.ts';
import { lockConnection } from '../connections/store.ts';
import { leaveOutUntaken } from '../connectors/known-fields.ts';
import type { Registry } from '../connectors/registry.ts';
import { dataTypeNotSupported } from '../data/refusals.ts';
import type { Tx } from '../db/db.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { checkRecord, wholeOf } from './check-record.ts';
import { acceptCondition, type Condition } from './conditions/condition.ts';
import { pushedFields, splitCustom } from './custom/custom-values.ts';
import { findPushable, type PushableField } from './custom/find-pushable.ts';
import { jobLostAfterMs, pushLaneJob } from './lanes/push-lane-job.ts';
import { operationNotSupported, readOnly } from './refusals.ts';
import { insertPush, takeNumber } from './store.ts';
import { type Validation, warningsOnly } from './validation.ts';

export type CreateContext = {
  clock: Clock;
  jobs: Jobs;
  registry: Registry;
  sealer: Sealer;
  config: { docsUrl: string };
};

export type WantedPush = {
  companyId: string;
  connectionId: string;
  dataType: string;
  operation: PushOperation;
  recordId?: string;
  /** The record exactly as the client sent it, so that numbers keep all their digits. */
  recordText?: string;
  timeoutMinutes: number;
  /** The ETag of the record that the change was made from. */
  ifMatch?: string | undefined;
  /** Values in the record that stand for records of earlier steps of a push group, with their data types. */
  planned?: ReadonlyMap<string, string>;
};

/** Placeholder for the operation id in a dry run. */
export const noReference = '00000000-0000-0000-0000-000000000000';

/**
 * Stores the operation and queues a job that starts the lane (the queue of the connection's pushes). Sends nothing to
 * the platform yet.
 */
export async function createPush(ctx: CreateContext, tx: Tx, wanted: WantedPush): Promise<{ pushId: string }> {
  const { connector, push, warnings, condition, custom } = await acceptPush(ctx, tx, wanted);
  const { companyId, connectionId } = wanted;
  const requested = ctx.clock.now();
  const pushId = newId(ctx.clock);
  const platformKey = connector.platform.key;
  const wakeAt = new Date(requested.getTime() + jobLostAfterMs);
  const known = [...warnings, ...(push.foresee?.(wishOf(push, { ...wanted, pushId, custom })) ?? [])];
  const number = await takeNumber(tx, { companyId, connectionId, platformKey }, wakeAt);
  await insertPush(tx, {
    companyId,
    connectionId,
    pushId,
    number,
    platformKey,
    dataType: wanted.dataType,
    operation: wanted.operation,
    recordId: wanted.recordId ?? null,
    record: wanted.recordText ?? null,
    requested,
    timeoutMinutes: wanted.timeoutMinutes,
    validation: known.length === 0 ? null : warningsOnly(ctx.config.docsUrl, known),
    condition: condition && JSON.stringify(condition),
  });
  await ctx.jobs.enqueue(tx, pushLaneJob(platformKey), { accountId: tx.accountId, companyId, connectionId });
  return { pushId };
}

/**
 * Runs the same checks as `createPush`. Returns the request that would be sent, and the warnings that are already
 * known. Writes nothing.
 */
export async function dryRunPush(
  ctx: CreateContext,
  tx: Tx,
  wanted: WantedPush,
): Promise<{ request: PreparedPush; validation: Validation }> {
  const { push, credentials, warnings, custom } = await acceptPush(ctx, tx, wanted);
  const wish = wishOf(push, { ...wanted, pushId: noReference, custom });
  const known = [...warnings, ...(push.foresee?.(wish) ?? [])];
  return { request: push.prepare(wish, credentials), validation: warningsOnly(ctx.config.docsUrl, known) };
}

/** The connector's input: the client's record, reduced to the fields in the operation's schema. */
export function wishOf(
  push: Push,
  given: {
    pushId: string;
    dataType: string;
    operation: PushOperation;
    recordId?: string | undefined;
    recordText?: string | undefined;
    /** The custom fields that a push may set. */
    custom: readonly PushableField[];
  },
): PushWish {
  const taken = push.operations[given.operation];
  const only = (record: unknown) =>
    typeof taken === 'object' ? leaveOutUntaken(record, { taken, whole: wholeOf(given.dataType) }).record : record;
  const sent = given.recordText === undefined ? undefined : splitCustom(parseExact(given.recordText));
  const customFields = pushedFields(sent?.custom, given.custom);
  return {
    operation: given.operation,
    reference: given.pushId,
    ...(given.recordId !== undefined && { recordId: given.recordId }),
    ...(sent && { record: only(sent.record) as object }),
    ...(customFields.length > 0 && { customFields }),
  };
}

type Accepted = {
  connector: Connector;
  push: Push;
  credentials: Credentials;
  warnings: PushWarning[];
  condition: Condition | undefined;
  custom: readonly PushableField[];
};

/** Checks everything that can be checked before the platform is asked. Locks the connection. */
export async function acceptPush(ctx: CreateContext, tx: Tx, wanted: WantedPush): Promise<Accepted> {
  const { connector, push, connection } = await findPush(ctx, tx, wanted);
  const schema = push.operations[wanted.operation];
  if (!schema) {
    const { operation, dataType } = wanted;
    const can = Object.entries(push.operations).flatMap(([name, taken]) => (taken ? [name] : []));
    throw operationNotSupported({ operation, dataType, platform: connector.platform.name, can });
  }
  if (connection.status !== 'Linked' || connection.credentials === null)
    throw connectionNotLinked({ status: connection.status, service: 'push' });
  const platformKey = connector.platform.key;
  const custom = wanted.operation === 'delete' ? [] : await findPushable(tx, push, { ...wanted, platformKey });
  const warnings =
    schema !== true && wanted.recordText !== undefined
      ? await checkRecord(tx, push, {
          ...wanted,
          ...{ schema, recordText: wanted.recordText, platformName: connector.platform.name, custom },
        })
      : [];
  const { ifMatch, recordId } = wanted;
  const condition =
    ifMatch === undefined || recordId === undefined
      ? undefined
      : await acceptCondition(tx, push, { ...wanted, ifMatch, recordId });
  const place = { accountId: tx.accountId, connectionId: wanted.connectionId };
  const credentials = openCredentials(ctx.sealer, place, connection.credentials);
  return { connector, push, warnings, condition, credentials, custom };
}

/** Finds the part of the connector that pushes a data type to the connection's platform. Locks the connection. */
export async function findPush(
  ctx: { registry: Registry },
  tx: Tx,
  { companyId, connectionId, dataType }: { companyId: string; connectionId: string; dataType: string },
) {
  const connection = await lockConnection(tx, { companyId, connectionId });
  if (!connection) throw notFound({ resource: 'connection', service: 'connections' });
  const { platform_key: key } = connection;
  const connector = ctx.registry.find(key);
  const push = connector?.push && Object.hasOwn(connector.push, dataType) ? connector.push[dataType] : undefined;
  if (connector && !push && Object.hasOwn(connector.pull, dataType))
    throw readOnly({ dataType, platform: connector.platform.name, can: Object.keys(connector.push ?? {}) });
  if (!connector || !push) throw dataTypeNotSupported({ dataType, platforms: [ctx.registry.names.get(key) ?? key] });
  return { connection, connector, push };
}
