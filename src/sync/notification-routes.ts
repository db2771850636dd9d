import { createHmac, timingSafeEqual } from 'node:crypto';
import Type from 'typebox';
import type { Clock } from '../clock.ts';
import { findNotificationKey, type HouseApplications } from '../connections/oauth/applications.ts';
import type { Notifications } from '../connectors/connector.ts';
import type { Registry } from '../connectors/registry.ts';
import type { Db } from '../db/db.ts';
import { badRequest } from '../errors.ts';
import { type Call, type Reply, type Route, route } from '../http/route.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Sealer } from '../secrets.ts';
import { ringForSync } from './ring-for-sync.ts';

export type NotificationContext = {
  db: Db;
  clock: Clock;
  jobs: Jobs;
  registry: Registry;
  sealer: Sealer;
  applications: HouseApplications;
};

const platformKey = Type.String({ pattern: '^[a-z][a-z0-9-]{0,49}$' });

/** Where platforms tell that something has changed. Anybody may knock; who has signed with the key is heard. */
export function notificationRoutes(ctx: NotificationContext): Route[] {
  async function receive(call: Call, place: { platformKey: string; accountId?: string }): Promise<Reply> {
    const notifications = ctx.registry.find(place.platformKey)?.notifications;
    const key = notifications && (await findNotificationKey(ctx, { accountId: undefined, ...place }));
    // Platforms try a wrong signature too, before they trust the address; the answer has no body.
    if (!notifications || !key || !isSigned(call, notifications, key)) return { status: 401 };
    const rings = readRings(notifications, call.bodyText);
    const told = { platformKey: place.platformKey, tenants: rings.length, queued: 0, kept: 0 };
    for (const ring of rings) {
      const rung = await ringForSync(ctx, { ...ring, platformKey: place.platformKey }, { accountId: place.accountId });
      told.queued += rung.queued;
      told.kept += rung.kept;
    }
    call.log().info(told, 'a platform has rung');
    return { status: 200 };
  }
  const texts = {
    method: 'POST' as const,
    tag: 'Syncs',
    scope: 'manage' as const,
    access: 'open' as const,
    // A platform sends what has changed in one body, and gives an endpoint up that refuses it.
    bodyLimitBytes: 256 * 1024,
    answers: { 200: { description: 'Heard' }, 401: { description: 'Not signed with the key' } },
  };
  return [
    route({
      ...texts,
      path: '/providers/{platformKey}/notifications',
      operationId: 'receiveNotification',
      summary: 'Notifications of a platform',
      description:
        'For platforms: what has changed there is synced at once, or once more after the sync that is running. Signed with the key of our application.',
      params: Type.Object({ platformKey }),
      act: (call) => receive(call, call.params),
    }),
    route({
      ...texts,
      path: '/providers/{platformKey}/notifications/{accountId}',
      operationId: 'receiveAccountNotification',
      summary: "Notifications of a platform for an account's own application",
      description: "The same, signed with the key of the account's own application.",
      params: Type.Object({ platformKey, accountId: Type.String({ format: 'uuid' }) }),
      act: (call) => receive(call, call.params),
    }),
  ];
}

function isSigned(call: Call, { signatureHeader }: Notifications, key: string): boolean {
  const wanted = createHmac('sha256', key).update(call.bodyText).digest();
  const given = Buffer.from(call.header(signatureHeader) ?? '', 'base64');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function readRings(notifications: Notifications, text: string): ReturnType<Notifications['read']> {
  try {
    return notifications.read(JSON.parse(text));
  } catch {
    throw badRequest({ error: 'Bad request: the notification is not of a form that is known here.', service: 'sync' });
  }
}
