import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { openValues } from '../../base/open-values.ts';
import type { Sealer } from '../../base/secrets.ts';
import { column, columns, shown } from '../../lists/columns.ts';
import type { Field } from '../../lists/fields.ts';
import { time, uuid } from '../../lists/wire.ts';
import { consumerSettings, headersPlace } from './wire.ts';

const { name, url, eventTypes, channels, filter, fields, headers } = consumerSettings;
const { rateLimitPerSecond, concurrencyMax, isOrdered, disableOn410, signature } = consumerSettings;

/** A filter that compares an array column matches if the comparison is true for any element. */
function elementsOf(array: string, alias: string): Partial<Field> {
  return {
    kind: 'text',
    value: sql`(${sql.ref(alias)} #>> '{}')`,
    arrays: [{ elements: sql`to_jsonb(${sql.ref(array)})`, alias }],
  };
}

/** PostgreSQL returns the headers still sealed (encrypted); `toConsumer` unseals them. */
export const consumerColumns = columns({
  consumerId: column(sql`c.consumer_id`, uuid),
  name: column(sql`c.name`, name),
  url: column(sql`c.url`, url),
  eventTypes: column(sql`to_json(c.event_types)::text`, eventTypes, {
    field: elementsOf('c.event_types', 'event_type'),
  }),
  channels: column(sql`coalesce(to_json(c.channels)::text, '[]')`, channels, {
    field: elementsOf('c.channels', 'channel'),
  }),
  filter: shown(sql`c.filter`, Type.Optional(filter)),
  fields: shown(sql`to_json(c.fields)::text`, Type.Optional(fields)),
  headers: shown(sql`coalesce(to_json(c.headers)::text, 'null')`, headers),
  hasAuthorization: shown(
    sql`(c.authorization_header is not null or c.oauth_client_secret is not null)`,
    Type.Boolean({
      description:
        'Whether an `Authorization` header, or OAuth client credentials for it, have been set in the portal.',
    }),
  ),
  oauth: shown(
    sql`case when c.oauth_token_url is not null then json_strip_nulls(json_build_object('tokenUrl', c.oauth_token_url,
      'clientId', c.oauth_client_id, 'scope', c.oauth_scope))::text end`,
    Type.Optional(
      Type.Object(
        { tokenUrl: Type.String(), clientId: Type.String(), scope: Type.Optional(Type.String()) },
        {
          title: 'ConsumerOauthClient',
          description:
            'The OAuth client credentials with which the service gets an access token for the `Authorization` header. They can be set only in the portal. The client secret is never shown.',
        },
      ),
    ),
  ),
  rateLimitPerSecond: shown(sql`c.rate_limit_per_second`, Type.Optional(rateLimitPerSecond)),
  concurrencyMax: shown(sql`c.concurrency_max`, Type.Optional(concurrencyMax)),
  isOrdered: column(sql`c.is_ordered`, isOrdered),
  disableOn410: column(sql`c.is_disabled_by_410`, disableOn410),
  status: column(
    sql`(case when c.is_enabled then 'enabled' else 'disabled' end)`,
    Type.String({ description: openValues('`enabled` or `disabled`.') }),
    { field: { kind: 'choice', choices: ['enabled', 'disabled'] } },
  ),
  disabledReason: column(
    sql`c.disabled_reason`,
    Type.Optional(
      Type.String({
        description: openValues(
          'Why the consumer was disabled. `client`: you disabled it. `failing`: no delivery succeeded for 5 days. `gone`: the consumer responded with 410, and `disableOn410` was set.',
        ),
      }),
    ),
    { field: { kind: 'choice', choices: ['client', 'failing', 'gone'] } },
  ),
  disabledAt: column(sql`c.disabled_at`, Type.Optional(time)),
  failingSince: column(
    sql`c.failing_since`,
    Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Time of the first failed attempt since the last successful one.',
      }),
    ),
  ),
  signature: column(sql`(case when c.public_key is null then 'sharedSecret' else 'ed25519' end)`, signature),
  publicKey: shown(
    sql`c.public_key`,
    Type.Optional(
      Type.String({
        description:
          'The public key with which your endpoint verifies deliveries: `whpk_` and 32 bytes in Base64 (Standard Webhooks). Only with `ed25519`.',
      }),
    ),
  ),
  previousPublicKey: shown(
    sql`c.previous_public_key`,
    Type.Optional(
      Type.String({ description: 'The public key before the last rotation, until `previousSecretExpires`.' }),
    ),
  ),
  previousSecretExpires: shown(
    sql`c.previous_secret_until`,
    Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'Until this time, deliveries are also signed with the previous secret or key.',
      }),
    ),
  ),
  created: column(sql`c.created_at`, time),
});

export const Consumer = Type.Object(consumerColumns.shape, { title: 'Consumer' });
export type Consumer = Static<typeof Consumer>;

const secret = Type.Optional(
  Type.String({
    description:
      'The signing secret in the Standard Webhooks format. Only this response shows it. Absent with `ed25519`: use `publicKey`.',
  }),
);
export const ConsumerWithSecret = Type.Object({ ...consumerColumns.shape, secret }, { title: 'ConsumerWithSecret' });

/** A consumer as read from PostgreSQL, with its headers still sealed (encrypted). */
export type SealedConsumer = Omit<Consumer, 'headers'> & { headers: string | null };

/** The only mapping from a stored consumer to its API form. */
export function toConsumer(
  { sealer, nowMs }: { sealer: Sealer; nowMs: number },
  accountId: string,
  sealed: SealedConsumer,
): Consumer {
  const { headers: text, previousPublicKey, previousSecretExpires, created, ...rest } = sealed;
  const isOverlapping = previousSecretExpires !== undefined && new Date(previousSecretExpires).getTime() > nowMs;
  const place = headersPlace(accountId, rest.consumerId);
  return {
    ...rest,
    headers: text === null ? {} : JSON.parse(sealer.unseal(text, place)),
    ...(isOverlapping && previousPublicKey !== undefined && { previousPublicKey }),
    ...(isOverlapping && { previousSecretExpires }),
    created,
  };
}
