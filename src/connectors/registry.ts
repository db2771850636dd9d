import type { Connector } from '@daybook/connector-kit';
import { type CustomBatch, type CustomChanges, compareCustom } from './compare-custom.ts';
import { type LoadedConnector, loadConnectors } from './load-connectors.ts';
import { type MappedSources, mapSources, type SourceBatch } from './map-sources.ts';

/** The connectors of every platform that this installation can connect to. */
export type Registry = {
  all: readonly Connector[];
  find(platformKey: string): Connector | undefined;
  /** Display names by platform key. */
  names: ReadonlyMap<string, string>;
  /** Computes records from their stored sources, without requests. */
  mapSources(platformKey: string, dataType: string, batch: SourceBatch): Promise<MappedSources>;
  /** Compares the custom fields of stored records of the platform with those that they would have. */
  compareCustom(platformKey: string, batch: CustomBatch): Promise<CustomChanges>;
};

export type RegistryOptions = {
  /** Packages and folders of connectors from outside the repository. */
  connectors: readonly string[];
  selfHostedPlatforms: readonly string[];
  /** Values of the connectors' own settings, by platform. */
  connectorSettings: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** Creates the enabled connectors. A connector gets its own settings, without those of the OAuth application. */
export async function createRegistry(options: RegistryOptions): Promise<Registry> {
  const loaded = await loadConnectors(options.connectors);
  const enabled = loaded.filter((one) => isEnabled(one, options));
  return registryOf(enabled.map((one) => one.definition.create(ownSettings(one, options))));
}

function isEnabled({ key, definition, isBuiltIn }: LoadedConnector, options: RegistryOptions): boolean {
  if (definition.enabledBy !== undefined) return Boolean(options.connectorSettings[key]?.[definition.enabledBy]);
  return !isBuiltIn || options.selfHostedPlatforms.includes(key);
}

function ownSettings({ key, definition }: LoadedConnector, { connectorSettings }: RegistryOptions) {
  return Object.fromEntries(Object.keys(definition.settings).map((name) => [name, connectorSettings[key]?.[name]]));
}

/**
 * Returns the options from which a connector thread creates the same connectors. They contain no secrets of OAuth
 * applications.
 */
export async function threadOptions(options: RegistryOptions): Promise<RegistryOptions> {
  const { connectors, selfHostedPlatforms } = options;
  const loaded = await loadConnectors(connectors);
  const connectorSettings = Object.fromEntries(loaded.map((one) => [one.key, ownSettings(one, options)]));
  return { connectors, selfHostedPlatforms, connectorSettings };
}

export function registryOf(all: readonly Connector[]): Registry {
  const byKey = new Map(all.map((connector) => [connector.platform.key, connector]));
  return {
    all,
    find: (platformKey) => byKey.get(platformKey),
    names: new Map(all.map(({ platform }) => [platform.key, platform.name])),
    async mapSources(platformKey, dataType, batch) {
      const connector = byKey.get(platformKey);
      if (!connector) throw new Error(`There is no platform ${platformKey}.`);
      return mapSources(connector, dataType, batch);
    },
    compareCustom: async (_platformKey, batch) => compareCustom(batch),
  };
}
