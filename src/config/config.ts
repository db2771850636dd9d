import { isUuid } from '../base/ids.ts';
import type { SealingKey } from '../base/secrets.ts';
import { sourceAddresses, toPublish } from '../outbound/source-addresses.ts';
import type { Env } from './env.ts';
import { parsers, type Setting, settings } from './settings.ts';

export type Config = {
  databaseUrl: string;
  databasePoolSize: number;
  databaseUpgrade: 'auto' | 'manual';
  databasePooler: boolean;
  role: 'api' | 'worker' | 'all';
  cell: string;
  host: string;
  port: number;
  baseUrl: string;
  docsUrl: string;
  secretKeys: SealingKey[];
  sandboxUrl: string;
  selfHostedPlatforms: string[];
  providerAllowedAddresses: string[];
  xeroUrl: string;
  xeroClientId: string;
  xeroClientSecret: string;
  xeroNotificationKey: string;
  quickbooksUrl: string;
  quickbooksClientId: string;
  quickbooksClientSecret: string;
  quickbooksNotificationKey: string;
  logLevel: string;
  requestsPerMinute: number;
  requestsPerDayPerCompany: number;
  requestsAtOncePerCompany: number;
  waitingReadersPerAccount: number;
  syncsAtOncePerPlatform: number;
  fullPassEveryHours: number;
  syncAttemptsMax: number;
  versionsKeptHours: number;
  cursorsKeptMinutes: number;
  syncsKeptDays: number;
  pushesKeptDays: number;
  bodyLimitBytes: number;
  requestTimeoutMs: number;
  listTimeoutMs: number;
  costlyReadsAtOnce: number;
  readerTimeoutMs: number;
  bytesInFlightPerAccount: number;
  openRequestsPerMinute: number;
  metricsPort: number;
  stopTimeoutMs: number;
  stopDelayMs: number;
  directDatabaseUrl: string;
  consumersPerAccount: number;
  messagesKeptDays: number;
  deliveryCountsKeptDays: number;
  eventLogSunset: string;
  webhookAllowedAddresses: string[];
  webhookProxyUrl: string;
  webhookLocalAddress: string;
  webhookSourceAddresses: string[];
  smtpUrl: string;
  mailFrom: string;
  trustedProxies: string[];
  requestsPerMinutePerPerson: number;
  sessionIdleHours: number;
  sessionDays: number;
  operatorsNeedCodes: boolean;
  linkDays: number;
  auditKeptDays: number;
  ssoIssuer: string;
  ssoClientId: string;
  ssoClientSecret: string;
  ssoName: string;
  ssoAllowedDomains: string;
  ssoJoinAccount: string;
};

export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Reads every setting and reports all problems at once. */
export function readConfig(env: Env): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [field, setting] of Object.entries(settings) as [keyof Config, Setting][]) {
    const text = env[setting.variable]?.trim();
    if (!text && setting.fallback === undefined) {
      problems.push(`${setting.variable} is missing: ${setting.help} Example: ${setting.example}`);
      continue;
    }
    const parsed = parsers[setting.kind](text || String(setting.fallback), setting);
    if ('problem' in parsed) problems.push(`${setting.variable} ${parsed.problem} Example: ${setting.example}`);
    else values[field] = parsed.value;
  }
  const known = new Set<string>(Object.values(settings).map((setting: Setting) => setting.variable));
  for (const name of Object.keys(env)) {
    if (name.startsWith('DAYBOOK_') && !name.startsWith('DAYBOOK_TEST_') && !known.has(name)) {
      problems.push(`${name} is not a setting of Daybook. "daybook config" lists the settings.`);
    }
  }
  if (values.smtpUrl && !values.mailFrom)
    problems.push(
      `DAYBOOK_MAIL_FROM is missing: e-mails are sent because DAYBOOK_SMTP_URL is set, and they need a sender.`,
    );
  if (values.ssoIssuer && !(values.ssoClientId && values.ssoClientSecret))
    problems.push('DAYBOOK_SSO_ISSUER also requires DAYBOOK_SSO_CLIENT_ID and DAYBOOK_SSO_CLIENT_SECRET.');
  if (values.ssoJoinAccount && !isUuid(String(values.ssoJoinAccount)))
    problems.push('DAYBOOK_SSO_JOIN_ACCOUNT must be an account id; "daybook account list" shows the ids.');
  if (values.databasePooler && !values.directDatabaseUrl)
    problems.push(
      'DAYBOOK_DIRECT_DATABASE_URL is missing: with DAYBOOK_DATABASE_POOLER=true, upgrades and webhook deliveries need a URL of the same database that bypasses the pooler.',
    );
  if (problems.length) throw new ConfigError(problems);
  const config = values as Config;
  config.baseUrl ||= `http://localhost:${config.port}`;
  config.docsUrl ||= `${config.baseUrl}/docs`;
  config.directDatabaseUrl ||= config.databaseUrl;
  return config;
}

/** Returns the effective values as text, with secrets masked. */
export function describeConfig(config: Config, env: Env) {
  return (Object.entries(settings) as [keyof Config, Setting][]).map(([field, setting]) => ({
    variable: setting.variable,
    value: shownValue(config, field, setting),
    source: env[setting.variable]?.trim() ? 'environment' : 'default',
    help: setting.help,
  }));
}

function shownValue(config: Config, field: keyof Config, { mask }: Setting): string {
  if (field === 'webhookSourceAddresses') return sourceAddresses(config).join(',') || `not published: ${toPublish}`;
  return mask ? mask(config[field]) : String(config[field]);
}
