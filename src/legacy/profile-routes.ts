import { accountMissing } from '../accounts/refusals.ts';
import { renameAccount } from '../accounts/store.ts';
import { lockGeneration } from '../accounts/webhook-generation.ts';
import type { Clock } from '../base/clock.ts';
import type { Sealer } from '../base/secrets.ts';
import type { Db, Tx } from '../db/db.ts';
import { type Route, route } from '../http/route.ts';
import { headerByPortal, ruleWrong } from './refusals.ts';
import { type ProfileRow, profileStatement, saveAuthorization } from './store.ts';
import { authorizationPlace, maskAuthorization, Profile, ProfileChange } from './wire.ts';

export type ProfileContext = { db: Db; clock: Clock; sealer: Sealer };

export function profileRoutes(ctx: ProfileContext): Route[] {
  const shared = { tag: 'Profile', scope: 'webhooks', path: '/profile' } as const;
  const answers = { 200: { description: 'The profile', schema: Profile } };

  function toProfile(accountId: string, row: ProfileRow | undefined) {
    if (!row) throw accountMissing();
    const isOlder = row.webhook_generation === 'older';
    const header = isOlder ? openAuthorization(ctx, accountId, row.authorization_header) : undefined;
    return {
      clientId: accountId,
      name: row.name,
      webhookGeneration: row.webhook_generation,
      ...(header !== undefined && { webhookAuthorization: maskAuthorization(header) }),
      created: row.created_at.toISOString(),
    };
  }

  return [
    route({
      ...shared,
      method: 'GET',
      operationId: 'getProfile',
      summary: 'Get the profile',
      description:
        'The name of the account, and whether it uses the older webhooks (rules) or the newer webhooks (consumers).',
      answers,
      async read({ principal: { accountId } }) {
        const [row] = await ctx.db.read(accountId, profileStatement(accountId));
        return { body: toProfile(accountId, row) };
      },
    }),
    route({
      ...shared,
      method: 'PUT',
      operationId: 'changeProfile',
      summary: 'Change the profile',
      description:
        'Sets the name of the account. If the older webhooks serve the account, also sets the Authorization header that is sent with alerts. Once the newer webhooks serve the account, the header can be set only in the portal, and setting it here returns 409.',
      body: ProfileChange,
      answers,
      refusals: [409],
      async write(tx, { body }) {
        await changeProfile(ctx, tx, body);
        const { rows } = await profileStatement(tx.accountId).execute(tx);
        return { body: toProfile(tx.accountId, rows[0]) };
      },
    }),
  ];
}

async function changeProfile(ctx: ProfileContext, tx: Tx, { name, webhookAuthorization: value }: ProfileChange) {
  if (value !== undefined) {
    if ((await lockGeneration(tx)) !== 'older') throw headerByPortal();
    // A masked value from GET must not overwrite the real header.
    if (value?.startsWith('****'))
      throw ruleWrong({
        itemId: 'webhookAuthorization',
        reason: 'is a masked value. Omit the field to keep the current header',
      });
    const sealed = value === null ? null : ctx.sealer.seal(value, authorizationPlace(tx.accountId));
    await saveAuthorization(tx, { sealed, at: ctx.clock.now() });
  }
  if (name !== undefined) await renameAccount(tx, name);
}

/** Decrypts the Authorization header of the older webhooks. */
export function openAuthorization(
  { sealer }: { sealer: Sealer },
  accountId: string,
  sealed: string | null,
): string | undefined {
  return sealed === null ? undefined : sealer.unseal(sealed, authorizationPlace(accountId));
}
