import { createHledgerConnector } from '@daybook/connector-hledger';
import type { Connector } from '@daybook/connector-kit';
import { createQuickbooksConnector } from '@daybook/connector-quickbooks';
import { createSandboxConnector } from '@daybook/connector-sandbox';
import { createTrytonConnector } from '@daybook/connector-tryton';
import { createXeroConnector } from '@daybook/connector-xero';

/** The connectors of every platform that this installation can connect to. */
export type Registry = {
  all: readonly Connector[];
  find(platformKey: string): Connector | undefined;
  /** Display names by platform key. */
  names: ReadonlyMap<string, string>;
};

export type RegistryOptions = {
  sandboxUrl: string;
  selfHostedPlatforms: readonly string[];
  xeroUrl: string;
  quickbooksUrl: string;
};

export function createRegistry(options: RegistryOptions): Registry {
  return registryOf([
    ...(options.sandboxUrl ? [createSandboxConnector({ baseUrl: options.sandboxUrl })] : []),
    ...(options.selfHostedPlatforms.includes('tryton') ? [createTrytonConnector()] : []),
    ...(options.selfHostedPlatforms.includes('hledger') ? [createHledgerConnector()] : []),
    ...(options.xeroUrl ? [createXeroConnector({ baseUrl: options.xeroUrl })] : []),
    ...(options.quickbooksUrl ? [createQuickbooksConnector({ baseUrl: options.quickbooksUrl })] : []),
  ]);
}

/** All platforms that this version supports, whether enabled or not. Used for documents and `daybook connector`. */
export function registryOfAll(): Registry {
  return createRegistry({
    sandboxUrl: 'http://127.0.0.1:8090',
    selfHostedPlatforms: ['tryton', 'hledger'],
    xeroUrl: 'https://api.xero.com',
    quickbooksUrl: 'https://quickbooks.api.intuit.com',
  });
}

export function registryOf(all: readonly Connector[]): Registry {
  const byKey = new Map(all.map((connector) => [connector.platform.key, connector]));
  return {
    all,
    find: (platformKey) => byKey.get(platformKey),
    names: new Map(all.map(({ platform }) => [platform.key, platform.name])),
  };
}
