import type { Connector } from './connector.ts';

/**
 * A setting that a connector brings. The operator sets it as an environment variable; `daybook config` lists and checks
 * it. A setting without `fallback` is empty, 0 or false by default.
 */
export type ConnectorSetting = {
  /** Name of the environment variable: DAYBOOK_, the platform and what it is. */
  variable: string;
  kind: 'text' | 'secret' | 'url' | 'integer' | 'boolean';
  example: string;
  help: string;
  fallback?: string | number | boolean;
};

export type SettingValues<Settings extends Record<string, ConnectorSetting>> = {
  readonly [Name in keyof Settings]: {
    text: string;
    secret: string;
    url: string;
    integer: number;
    boolean: boolean;
  }[Settings[Name]['kind']];
};

/**
 * The OAuth application that the operator has registered at the platform. Only Daybook uses these settings; a connector
 * never sees them.
 */
export type ApplicationSettings = {
  clientId: ConnectorSetting;
  clientSecret: ConnectorSetting;
  notificationKey?: ConnectorSetting;
};

/** What a connector package exports as `connector`. */
export type ConnectorPackage = {
  /** Version of this contract. Daybook loads only packages with a version that it knows. */
  contract: 1;
  settings: Readonly<Record<string, ConnectorSetting>>;
  /**
   * The setting that enables the platform when it is not empty. Without it, a platform of the repository is enabled by
   * DAYBOOK_SELF_HOSTED_PLATFORMS, and any other one by DAYBOOK_CONNECTORS.
   */
  enabledBy?: string;
  application?: ApplicationSettings;
  /** What was tested against the real platform, and what a user must know; for docs/platforms.md. */
  notes: string;
  /** Called once in the server and once in each thread. */
  create(settings: Readonly<Record<string, unknown>>): Connector;
};

export function defineConnector<const Settings extends Record<string, ConnectorSetting>>(definition: {
  settings?: Settings;
  enabledBy?: keyof Settings & string;
  application?: ApplicationSettings;
  notes: string;
  create(settings: SettingValues<Settings>): Connector;
}): ConnectorPackage {
  const { settings = {}, create, ...rest } = definition;
  return { contract: 1, settings, ...rest, create: (values) => create(values as SettingValues<Settings>) };
}
