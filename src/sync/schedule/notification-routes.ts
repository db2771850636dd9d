import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Notifications } from '@daybook/connector-kit';
import Type from 'typebox';
import { withoutCellTag } from '../../base/cell-tag.ts';
import type { Clock } from '../../base/clock.ts';
import { badRequest } from '../../base/errors.ts';
import type { Sealer } from '../../base/secrets.ts';
import { findNotificationKey, type HouseApplications } from '../../connections/oauth/applications.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Db } from '../../db/db.ts';
import { type Call, type Reply, type Route, route } from '../../http/route.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { syncOnNotification } from './sync-on-notification.ts';

export type NotificationContext = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  registry: Registry;
  sealer: Sealer;
  applications: HouseApplications;
};

const platformKey = Type.String({ pattern: '^[a-z][a-z0-9-]{0,49}$' });

/** In an installation with several cells, the id begins with the name of the account's cell and a dot. */
const taggedId = Type.String({
  pattern: '^([a-z][a-z0-9]{0,15}\\.)?[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$',
});

/** Endpoints where platforms report changes. They need no API key, but each request must have a valid signature. */
export function notificationRoutes(ctx: NotificationContext): Route[] {
  async function receive(call: Call, place: { platformKey: string; accountId?: string }): Promise<Reply> {
    const notifications = ctx.registry.find(place.platformKey)?.notifications;
    const key = notifications && (await findNotificationKey(ctx, { accountId: undefined, ...place }));
    // Platforms also send a wrong signature on purpose, to verify the endpoint. They expect 401 without a body.
    if (!notifications || !key || !isSigned(call, notifications, key)) return { status: 401 };
    const changed = readNotifications(notifications, call.bodyText);
    const counts = { platformKey: place.platformKey, tenants: changed.length, queued: 0, kept: 0 };
    for (const one of changed) {
      const outcome = await syncOnNotification(
        ctx,
        { ...one, platformKey: place.platformKey },
        { accountId: place.accountId },
      );
      counts.queued += outcome.queued;
      counts.kept += outcome.kept;
    }
    call.log().info(counts, 'platform notification received');
    return { status: 200 };
  }
  const texts = {
    method: 'POST' as const,
    tag: 'Syncs',
    scope: 'manage' as const,
    access: 'open' as const,
    // This limit on the body is high, because a platform reports all its changes in one request. If the endpoint
    // rejects requests, the platform stops using it.
    bodyLimitBytes: 256 * 1024,
    answers: { 200: { description: 'Accepted' }, 401: { description: 'The signature is missing or wrong' } },
  };
  return [
    route({
      ...texts,
      path: '/providers/{platformKey}/notifications',
      operationId: 'receiveNotification',
      summary: 'Receive notifications from a platform',
      description:
        "Called by platforms. The changed data types are synced at once. If a data type is already being synced, another sync follows. The platform signs the request with the key of Daybook's own application.",
      params: Type.Object({ platformKey }),
      act: (call) => receive(call, call.params),
    }),
    route({
      ...texts,
      path: '/providers/{platformKey}/notifications/{accountId}',
      operationId: 'receiveAccountNotification',
      summary: "Receive notifications for an account's own application",
      description:
        "Platforms call this operation, as they call `receiveNotification`. Here, the platform signs the request with the key of the account's own application.",
      params: Type.Object({ platformKey, accountId: taggedId }),
      act: (call) => receive(call, { ...call.params, accountId: withoutCellTag(call.params.accountId) }),
    }),
  ];
}

function isSigned(call: Call, { signatureHeader }: Notifications, key: string): boolean {
  const wanted = createHmac('sha256', key).update(call.bodyText).digest();
  const given = Buffer.from(call.header(signatureHeader) ?? '', 'base64');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function readNotifications(notifications: Notifications, text: string): ReturnType<Notifications['read']> {
  try {
    return notifications.read(JSON.parse(text));
  } catch {
    const error = 'Bad request: the notification does not have a known format.';
    throw badRequest({ error, service: 'sync', items: [{ message: error }] });
  }
}
