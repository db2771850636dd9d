import type { Connector } from '@daybook/connector-kit';
import type { LoadedConnector } from '../../connectors/load-connectors.ts';
import { loadListed } from '../../load-config.ts';
import { askFor } from '../ask-for.ts';
import { type CommandInput, UsageError } from '../command.ts';

/** The connector that the command names. */
export async function findListed({ env, positionals: [key] }: CommandInput): Promise<LoadedConnector> {
  const found = (await loadListed(env)).find((one) => one.key === key);
  if (!found) throw new UsageError(`There is no connector "${key}"; see "daybook connector list".`);
  return found;
}

/** Reads each credential from `DAYBOOK_TEST_<PLATFORM>_<FIELD>`, or prompts for it. */
export async function readCredentials(input: CommandInput, connector: Connector): Promise<Record<string, string>> {
  const byHouse = [
    { name: 'tenant', label: 'Company at the platform (tenant)', secret: false },
    { name: 'accessToken', label: 'Access token', secret: true },
  ];
  const credentials: Record<string, string> = {};
  for (const { name, label, secret } of connector.oauth ? byHouse : connector.credentialFields) {
    const words = `${connector.platform.key}_${name.replace(/[A-Z]/g, (letter) => `_${letter}`)}`;
    const variable = `DAYBOOK_TEST_${words.replaceAll('-', '_').toUpperCase()}`;
    const value = input.env[variable] ?? (await askFor(`${label} (or set ${variable})`, { isSecret: secret }));
    if (!value) throw new UsageError(`${label} is missing: set ${variable}.`);
    credentials[name] = value;
  }
  return credentials;
}
