import { type Sealer, sealedPlace } from '../../base/secrets.ts';
import type { Db, Tx } from '../../db/db.ts';
import type { Application } from './authorization-server.ts';

/** Daybook's own OAuth applications from the configuration, by platform. */
export type HouseApplications = Readonly<Record<string, Application | undefined>>;

type ApplicationContext = { sealer: Sealer; applications: HouseApplications };
type Wanted = { platformKey: string; clientId?: string };

const secretPlace = (accountId: string, platformKey: string) =>
  sealedPlace('oauth_application', accountId, platformKey, 'secret');
const keyPlace = (accountId: string, platformKey: string) =>
  sealedPlace('oauth_application', accountId, platformKey, 'notification');

/**
 * Returns the account's own application, otherwise Daybook's application. If `clientId` is given, returns only the
 * application with this id, because tokens work only with the application that received them.
 */
export async function findApplication(
  ctx: ApplicationContext,
  tx: Tx,
  { platformKey, clientId }: Wanted,
): Promise<Application | undefined> {
  const own = await readApplication(ctx, tx, platformKey);
  const all = [own, ctx.applications[platformKey]];
  return all.find((one) => one !== undefined && (clientId === undefined || one.clientId === clientId));
}

export async function readApplication(
  { sealer }: { sealer: Sealer },
  tx: Tx,
  platformKey: string,
): Promise<(Application & { created: Date; changed: Date }) | undefined> {
  const row = await tx
    .selectFrom('oauth_application')
    .selectAll()
    .where('account_id', '=', tx.accountId)
    .where('platform_key', '=', platformKey)
    .executeTakeFirst();
  if (!row) return undefined;
  const { notification_key: sealedKey } = row;
  return {
    clientId: row.client_id,
    clientSecret: sealer.unseal(row.client_secret, secretPlace(tx.accountId, platformKey)),
    notificationKey: sealedKey === null ? undefined : sealer.unseal(sealedKey, keyPlace(tx.accountId, platformKey)),
    created: row.created_at,
    changed: row.changed_at,
  };
}

export async function writeApplication(
  { sealer }: { sealer: Sealer },
  tx: Tx,
  { platformKey, application, at }: { platformKey: string; application: Application; at: Date },
): Promise<void> {
  const { clientId, clientSecret, notificationKey } = application;
  const set = {
    client_id: clientId,
    client_secret: sealer.seal(clientSecret, secretPlace(tx.accountId, platformKey)),
    notification_key:
      notificationKey === undefined ? null : sealer.seal(notificationKey, keyPlace(tx.accountId, platformKey)),
    changed_at: at,
  };
  await tx
    .insertInto('oauth_application')
    .values({ account_id: tx.accountId, platform_key: platformKey, created_at: at, ...set })
    .onConflict((conflict) => conflict.columns(['account_id', 'platform_key']).doUpdateSet(set))
    .execute();
}

export async function removeApplication(tx: Tx, platformKey: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('oauth_application')
    .where('account_id', '=', tx.accountId)
    .where('platform_key', '=', platformKey)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Returns the key that verifies the signature of a platform's notifications. If the URL of a notification contains an
 * account id, the notification belongs to the account's own OAuth application. Otherwise it belongs to Daybook's
 * application.
 */
export async function findNotificationKey(
  ctx: ApplicationContext & { db: Db },
  { accountId, platformKey }: { accountId: string | undefined; platformKey: string },
): Promise<string | undefined> {
  if (accountId === undefined) return ctx.applications[platformKey]?.notificationKey;
  const own = await ctx.db.transaction(accountId, (tx) => readApplication(ctx, tx, platformKey));
  return own?.notificationKey;
}
