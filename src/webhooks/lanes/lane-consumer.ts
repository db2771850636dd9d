import type { KeyObject } from 'node:crypto';
import type { Sealer } from '../../base/secrets.ts';
import { authorizationPlace, headersPlace, oauthPlace, secretPlace } from '../consumers/wire.ts';
import { fieldChooser } from '../content/choose-fields.ts';
import type { OauthClient } from '../sending/request-token.ts';
import { readSecret } from '../sending/signature.ts';

/** The data of a consumer that its lane needs for sending, unsealed (decrypted) and parsed once per version. */
export type LaneConsumer = {
  accountId: string;
  consumerId: string;
  version: number;
  name: string;
  url: string;
  /** Headers that every delivery carries, as alternating names and values. */
  headers: readonly string[];
  secret: KeyObject;
  previousSecret: { secret: KeyObject; untilMs: number } | undefined;
  /** The client credentials for the Authorization header, if the consumer has any. */
  oauth: OauthClient | undefined;
  /** Removes the fields of a body that the consumer does not get. Undefined if it gets all. */
  chooseFields: ((body: string) => string) | undefined;
  ratePerSecond: number | undefined;
  /** Undefined if the consumer has no limit of its own. */
  concurrencyMax: number | undefined;
  isOrdered: boolean;
  isDisabledBy410: boolean;
};

/** A row of `consumer` as PostgreSQL's `row_to_json` returns it, with times as text. */
export type ConsumerRow = {
  account_id: string;
  consumer_id: string;
  version: number;
  name: string;
  url: string;
  headers: string | null;
  authorization_header: string | null;
  oauth_token_url: string | null;
  oauth_client_id: string | null;
  oauth_client_secret: string | null;
  oauth_scope: string | null;
  secret: string;
  previous_secret: string | null;
  previous_secret_until: string | null;
  fields: string[] | null;
  rate_limit_per_second: number | null;
  concurrency_max: number | null;
  is_ordered: boolean;
  is_disabled_by_410: boolean;
};

/** Every delivery carries these. Custom headers cannot replace them (`consumers/check-consumer.ts`). */
export const ownHeaders: readonly (readonly [string, string])[] = [
  ['content-type', 'application/json'],
  ['user-agent', 'Daybook'],
];

/** About 3 kB each. */
const defaultMax = 20_000;

export type LaneConsumers = ReturnType<typeof createLaneConsumers>;

/**
 * A cache of unsealed consumers. Eviction never affects a lane in use: each lane holds its own reference, and so does a
 * claim while it runs.
 */
export function createLaneConsumers(
  ctx: { sealer: Sealer },
  { consumersMax = defaultMax }: { consumersMax?: number } = {},
) {
  const kept = new Map<number, LaneConsumer>();
  return {
    /** A claim returns the row of a consumer only if its version differs from that of the cached consumer. */
    get: (lane: number): LaneConsumer | undefined => kept.get(lane),
    open(lane: number, row: ConsumerRow): LaneConsumer {
      const consumer = openConsumer(ctx, row);
      if (kept.size >= consumersMax)
        for (const oldest of [...kept.keys()].slice(0, Math.ceil(consumersMax / 10))) kept.delete(oldest);
      kept.set(lane, consumer);
      return consumer;
    },
    forget: (lane: number) => void kept.delete(lane),
  };
}

export function openConsumer({ sealer }: { sealer: Sealer }, row: ConsumerRow): LaneConsumer {
  const at = [row.account_id, row.consumer_id] as const;
  const headers = new Map(ownHeaders);
  const custom: Record<string, string> = row.headers ? JSON.parse(sealer.unseal(row.headers, headersPlace(...at))) : {};
  for (const [name, value] of Object.entries(custom)) headers.set(name.toLowerCase(), value);
  if (row.authorization_header) {
    headers.set('authorization', sealer.unseal(row.authorization_header, authorizationPlace(...at)));
  }
  const secretOf = (sealed: string) => readSecret(sealer.unseal(sealed, secretPlace(...at)));
  return {
    accountId: row.account_id,
    consumerId: row.consumer_id,
    version: row.version,
    name: row.name,
    url: row.url,
    headers: [...headers].flat(),
    secret: secretOf(row.secret),
    previousSecret:
      row.previous_secret && row.previous_secret_until
        ? { secret: secretOf(row.previous_secret), untilMs: Date.parse(row.previous_secret_until) }
        : undefined,
    oauth: oauthOf(sealer, row),
    chooseFields: row.fields ? fieldChooser(row.fields) : undefined,
    ratePerSecond: row.rate_limit_per_second ?? undefined,
    concurrencyMax: row.is_ordered ? 1 : (row.concurrency_max ?? undefined),
    isOrdered: row.is_ordered,
    isDisabledBy410: row.is_disabled_by_410,
  };
}

function oauthOf(sealer: Sealer, row: ConsumerRow): OauthClient | undefined {
  const { oauth_token_url: tokenUrl, oauth_client_id: clientId, oauth_client_secret: sealed, oauth_scope } = row;
  if (!tokenUrl || !clientId || !sealed) return undefined;
  const clientSecret = sealer.unseal(sealed, oauthPlace(row.account_id, row.consumer_id));
  // Sealing the same secret twice gives different texts, so the key changes whenever the credentials are set.
  const key = [row.consumer_id, tokenUrl, clientId, oauth_scope, sealed].join(' ');
  return { key, tokenUrl, clientId, clientSecret, scope: oauth_scope ?? undefined };
}
