/** Who is asking: what authentication found out, and what the steps after it need. */
export const scopes = ['read', 'push', 'manage', 'webhooks', 'keys'] as const;
export type Scope = (typeof scopes)[number];

export type Principal = {
  accountId: string;
  apiKeyId: string;
  keyName: string;
  scopes: readonly Scope[];
  /** A key limited to companies that carry all of these tags; null for all companies. */
  companyTags: Readonly<Record<string, string>> | null;
  plan: 'free-trial' | 'free' | 'paid';
  accountCreatedMs: number;
  /** The operator's own limit for this account, else null. */
  requestsPerMinute: number | null;
};
