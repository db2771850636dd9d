import { isUuid } from '../base/ids.ts';
import { sourceAddresses, toPublish } from '../outbound/source-addresses.ts';
import { cellProblems } from './cell-settings.ts';
import type { Env } from './env.ts';
import { selfHostedPlatforms } from './provider-settings.ts';
import { isComplete, readSettings, type ShownSetting, showSettings } from './read-settings.ts';
import type { Settings, ValuesOf } from './setting.ts';
import { settings } from './settings.ts';

/** Values of the settings that connectors declare, by platform. */
type ConnectorValues = Record<string, Record<string, unknown>>;

/** What the loaded connectors add to the settings. */
export type ConnectorDeclarations = {
  settings: { [Platform in keyof ConnectorValues]: Settings<ConnectorValues[Platform]> };
  /** The platforms that DAYBOOK_SELF_HOSTED_PLATFORMS may name. */
  selfHosted: readonly string[];
};

const noConnectors: ConnectorDeclarations = { settings: {}, selfHosted: [] };

export type Config = ValuesOf<typeof settings> & { connectorSettings: ConnectorValues };

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

/** What `daybook mcp` reads as a client. A server in the same environment ignores them. */
const clientVariables = ['DAYBOOK_URL', 'DAYBOOK_KEY'];

/** Reads every setting, including those of the given connectors, and reports all problems at once. */
export function readConfig(env: Env, connectors = noConnectors): Config {
  const problems: string[] = [];
  const own = { ...settings, selfHostedPlatforms: selfHostedPlatforms(connectors.selfHosted) };
  const values = readSettings(own, { env, problems });
  const connectorSettings: ConnectorValues = {};
  for (const [platform, declared] of Object.entries(connectors.settings)) {
    connectorSettings[platform] = readSettings(declared, { env, problems });
  }
  const known = new Set([settings, ...Object.values(connectors.settings)].flatMap(variablesOf));
  for (const name of clientVariables) known.add(name);
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
  if (values.ssoJoinAccount && !isUuid(values.ssoJoinAccount))
    problems.push('DAYBOOK_SSO_JOIN_ACCOUNT must be an account id; "daybook account list" shows the ids.');
  problems.push(...cellProblems(values));
  if (values.databasePooler && !values.directDatabaseUrl)
    problems.push(
      'DAYBOOK_DIRECT_DATABASE_URL is missing: with DAYBOOK_DATABASE_POOLER=true, upgrades and webhook deliveries need a URL of the same database that bypasses the pooler.',
    );
  if (problems.length || !isComplete(settings, values)) throw new ConfigError(problems);
  const baseUrl = values.baseUrl || `http://localhost:${values.port}`;
  const docsUrl = values.docsUrl || `${baseUrl}/docs`;
  const directDatabaseUrl = values.directDatabaseUrl || values.databaseUrl;
  return { ...values, baseUrl, docsUrl, directDatabaseUrl, connectorSettings };
}

/** Returns the effective values as text, with secrets masked. */
export function describeConfig(config: Config, env: Env, connectors = noConnectors): ShownSetting[] {
  const shown = showSettings(settings, config, env).map((row): ShownSetting => {
    if (row.variable === settings.webhookSourceAddresses.variable)
      return { ...row, value: sourceAddresses(config).join(',') || `not published: ${toPublish}` };
    // The keys have no default: if they are not in the environment, they were read from DAYBOOK_SECRET_KEYS_FILE.
    const isFromFile = row.variable === settings.secretKeys.variable && row.source === 'default';
    return isFromFile ? { ...row, source: 'file' } : row;
  });
  const ofConnectors = Object.entries(connectors.settings).flatMap(([platform, declared]) =>
    showSettings(declared, config.connectorSettings[platform] ?? {}, env),
  );
  return [...shown, ...ofConnectors];
}

function variablesOf(some: Record<string, { variable: string }>): string[] {
  return Object.values(some).map((setting) => setting.variable);
}
