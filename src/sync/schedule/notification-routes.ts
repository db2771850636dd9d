import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Notifications } from '@daybook/connector-kit';
import Type from 'typebox';
import { withoutCellTag } from '../../base/cell-tag.ts';
import type { Clock } from '../../base/clock.ts';
import { badRequest } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import type { Sealer } from '../../base/secrets.ts';
import type { CellClient } from '../../cells/cell-client.ts';
import type { CellRoute } from '../../cells/cell-route.ts';
import { findNotificationKey, type HouseApplications } from '../../connections/oauth/applications.ts';
import type { Registry } from '../../connectors/registry.ts';
import type { Db } from '../../db/db.ts';
import { type Call, type Route, route } from '../../http/route.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { syncOnNotification } from './sync-on-notification.ts';

export type NotificationContext = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  registry: Registry;
  sealer: Sealer;
  applications: HouseApplications;
  /** Undefined if the installation has only one cell. */
  cells: CellClient | undefined;
  log: Log;
};

/** What a platform has sent. */
type Received = { text: string; signature: string | undefined };
type Place = { platformKey: string; accountId?: string };

const passedOnPath = '/cells/notification';

const platformKey = Type.String({ pattern: '^[a-z][a-z0-9-]{0,49}$' });

/** In an installation with several cells, the id begins with the name of the account's cell and a dot. */
const taggedId = Type.String({
  pattern: '^([a-z][a-z0-9]{0,15}\\.)?[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$',
});

/** Syncs what a platform reports as changed. Returns false if the signature is missing or wrong. */
async function receive(ctx: NotificationContext, received: Received, place: Place): Promise<boolean> {
  const notifications = ctx.registry.find(place.platformKey)?.notifications;
  const key = notifications && (await findNotificationKey(ctx, { accountId: undefined, ...place }));
  if (!notifications || !key || !isSigned(received, key)) return false;
  const changed = readNotifications(notifications, received.text);
  const counts = { platformKey: place.platformKey, tenants: changed.length, queued: 0, kept: 0 };
  for (const one of changed) {
    const asked = { ...one, platformKey: place.platformKey };
    const outcome = await syncOnNotification(ctx, asked, { accountId: place.accountId });
    counts.queued += outcome.queued;
    counts.kept += outcome.kept;
  }
  ctx.log.info(counts, 'platform notification received');
  return true;
}

/** Another cell has received this notification. Its platform signed it, and this cell checks that, too. */
export function notificationCellRoute(ctx: NotificationContext): CellRoute {
  return {
    path: passedOnPath,
    async act({ body }) {
      const { platformKey: of, text, signature } = body;
      return { isAccepted: await receive(ctx, { text, signature }, { platformKey: of }) };
    },
  };
}

/** Endpoints where platforms report changes. They need no API key, but each request must have a valid signature. */
export function notificationRoutes(ctx: NotificationContext): Route[] {
  const receivedBy = (call: Call, { platformKey: key }: Place): Received => {
    const header = ctx.registry.find(key)?.notifications?.signatureHeader;
    return { text: call.bodyText, signature: header && call.header(header) };
  };
  // Platforms also send a wrong signature on purpose, to verify the endpoint. They expect 401 without a body.
  const statusOf = (isAccepted: boolean) => ({ status: isAccepted ? 200 : 401 });
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
      async act(call) {
        const received = receivedBy(call, call.params);
        const isAccepted = await receive({ ...ctx, log: call.log() }, received, call.params);
        // The platform knows one address for all cells. A cell that is missed syncs by its schedule.
        if (isAccepted)
          ctx.cells
            ?.askOthers(passedOnPath, { ...received, platformKey: call.params.platformKey })
            .catch((error) => ctx.log.error({ err: error }, 'a platform notification was not passed on'));
        return statusOf(isAccepted);
      },
    }),
    route({
      ...texts,
      path: '/providers/{platformKey}/notifications/{accountId}',
      operationId: 'receiveAccountNotification',
      summary: "Receive notifications for an account's own application",
      description:
        "Platforms call this operation, as they call `receiveNotification`. Here, the platform signs the request with the key of the account's own application.",
      params: Type.Object({ platformKey, accountId: taggedId }),
      async act(call) {
        const place = { ...call.params, accountId: withoutCellTag(call.params.accountId) };
        return statusOf(await receive({ ...ctx, log: call.log() }, receivedBy(call, place), place));
      },
    }),
  ];
}

function isSigned({ text, signature }: Received, key: string): boolean {
  const wanted = createHmac('sha256', key).update(text).digest();
  const given = Buffer.from(signature ?? '', 'base64');
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
