import type { CredentialField, Credentials } from '@daybook/connector-kit';

/** Gets every HTTP request of a connector after its response. `add` must neither wait nor throw. */
export type CallLog = { add(call: PlatformCall): void };

export const callPurposes = ['sync', 'push', 'authorize', 'content', 'passThrough'] as const;

/** What a request to a platform is made for. */
export type CallReason = {
  purpose: (typeof callPurposes)[number];
  syncId?: string;
  pushId?: string;
  dataType?: string;
};

export type PlatformCall = CallReason & {
  accountId: string;
  companyId: string;
  connectionId: string;
  /** Begins with the time of the call. */
  callId: string;
  method: string;
  host: string;
  /** Path and query, with secrets masked. */
  path: string;
  query: string | undefined;
  status: number | undefined;
  /** Why there was no complete response. */
  error: string | undefined;
  durationMs: number;
  bytes: number;
  /** How long the call waited for the request limits of the platform. */
  waitedMs: number;
  /** Until when the platform asked to send no more requests. */
  retryAtMs: number | undefined;
};

/** The values of the fields that the platform declares as secret. */
export function secretsOf(fields: readonly CredentialField[], credentials: Credentials): string[] {
  return fields.flatMap(({ name, secret }) => (secret && credentials[name] ? [credentials[name]] : []));
}
