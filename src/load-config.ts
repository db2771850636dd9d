import { type Config, ConfigError, type ConnectorDeclarations, readConfig } from './config/config.ts';
import type { Env } from './config/env.ts';
import { withKeyFile } from './config/key-file.ts';
import { providerSettings } from './config/provider-settings.ts';
import { boolean, integer, optionalUrl, type Setting, secret, text } from './config/setting.ts';
import { ConnectorNotLoaded, type LoadedConnector, loadConnectors } from './connectors/load-connectors.ts';

/** Loads the connectors and reads all settings, including those that the connectors declare. */
export async function loadConfig(env: Env): Promise<{ config: Config; connectors: ConnectorDeclarations }> {
  const connectors = declarationsOf(await loadListed(env));
  return { config: readConfig(withKeyFile(env), connectors), connectors };
}

/** Loads the connectors of the repository and those that DAYBOOK_CONNECTORS lists. */
export async function loadListed(env: Env): Promise<LoadedConnector[]> {
  const { variable, parse } = providerSettings.connectors;
  const listed = parse(env[variable] ?? '');
  return loadConnectors('value' in listed ? listed.value : []).catch((error) => {
    throw error instanceof ConnectorNotLoaded ? new ConfigError([error.message]) : error;
  });
}

export function declarationsOf(loaded: readonly LoadedConnector[]): ConnectorDeclarations {
  const selfHosted = loaded.filter(({ definition, isBuiltIn }) => isBuiltIn && definition.enabledBy === undefined);
  return {
    selfHosted: selfHosted.map(({ key }) => key),
    settings: Object.fromEntries(
      loaded.map(({ key, definition: { settings, application = {} } }) => {
        const declared = Object.entries({ ...settings, ...application });
        return [key, Object.fromEntries(declared.map(([name, setting]) => [name, settingOf(setting)]))];
      }),
    ),
  };
}

type Declared = LoadedConnector['definition']['settings'][string];

function settingOf({ kind, fallback, ...facts }: Declared): Setting<unknown> {
  if (kind === 'integer')
    return integer({ ...facts, min: 0, max: Number.MAX_SAFE_INTEGER, fallback: fallback ?? 0 }) as Setting<unknown>;
  if (kind === 'boolean') return boolean({ ...facts, fallback: fallback ?? false }) as Setting<unknown>;
  const make = { text, secret, url: optionalUrl }[kind];
  return make({ ...facts, fallback: fallback ?? '' }) as Setting<unknown>;
}
