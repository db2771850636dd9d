import type { AuthorizeContext } from '../../authorize-connection.ts';
import type { ConnectionIds } from '../../store.ts';
import type { HouseApplications } from '../applications.ts';

export type ImportContext = AuthorizeContext & { applications: HouseApplications };

/** A connection that another system had, with its tokens. */
export type WantedConnection = {
  accountId: string;
  /** The company, or the name of one: it is created if the account has no company of that name. */
  company: { companyId: string } | { name: string; tags: Record<string, string> };
  platformKey: string;
  tenant: string;
  refreshToken: string;
  accessToken?: string;
  accessTokenExpires?: Date;
  /** The OAuth application of the tokens. Default: the account's own, otherwise Daybook's. */
  clientId?: string;
};

export const importOutcomes = [
  'linked',
  'works',
  'alreadyLinked',
  'expired',
  'otherTenant',
  'noPermission',
  'refused',
  'notChecked',
  'retry',
] as const;

export type Imported = {
  outcome: (typeof importOutcomes)[number];
  reason?: string;
  /** The name that the company has at the platform. */
  nameAtPlatform?: string;
  /** Whether the platform has issued new tokens: the old system may no longer be able to use its own. */
  isRenewed?: boolean;
  /** For `retry`, if the platform says when. */
  retryAtMs?: number;
} & Partial<ConnectionIds>;
