import type { Connector } from './connector.ts';
import { createSandboxConnector } from './sandbox/sandbox-connector.ts';

/** Every platform this installation can connect to. */
export type Registry = {
  all: readonly Connector[];
  find(platformKey: string): Connector | undefined;
  /** Names by key, for people. */
  names: ReadonlyMap<string, string>;
};

export function createRegistry(options: { sandboxUrl: string }): Registry {
  return registryOf([...(options.sandboxUrl ? [createSandboxConnector({ baseUrl: options.sandboxUrl })] : [])]);
}

export function registryOf(all: readonly Connector[]): Registry {
  const byKey = new Map(all.map((connector) => [connector.platform.key, connector]));
  return {
    all,
    find: (platformKey) => byKey.get(platformKey),
    names: new Map(all.map(({ platform }) => [platform.key, platform.name])),
  };
}
