import type { Connector } from './connector.ts';

/**
 * A setting that a connector defines. The operator sets it as an environment variable; `daybook config` lists and
 * checks it. A setting without `fallback` is empty, 0 or false by default.
 */
export type ConnectorSetting = {
  /** Name of the environment variable: DAYBOOK_, the platform and the setting, such as DAYBOOK_XERO_URL. */
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
 * The OAuth application that the operator has registered with the platform. Only Daybook uses these settings; a
 * connector never sees them.
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
   * Name of one of the connector's settings. The platform is enabled if this setting is not empty. If `enabledBy` is
   * omitted, DAYBOOK_SELF_HOSTED_PLATFORMS enables a connector of this repository, and DAYBOOK_CONNECTORS enables any
   * other connector.
   */
  enabledBy?: string;
  application?: ApplicationSettings;
  /** Text for docs/platforms.md: what was tested against the real platform, and what a user must know. */
  notes: string;
  /**
   * Creates the connector from the operator's settings. Called in the main thread of the server and in each worker
   * thread. Also called with the example values of the settings, in order to check and describe the connector.
   */
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
