import { readdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type Connector,
  type ConnectorPackage,
  type ConnectorSetting,
  platformKeyPattern,
} from '@daybook/connector-kit';

/**
 * A connector package that was loaded. `sample` is a connector that was created with example settings. It is used to
 * describe the platform.
 */
export type LoadedConnector = {
  key: string;
  definition: ConnectorPackage;
  sample: Connector;
  /** Version of the package. */
  version: string;
  /** Whether the package is part of the repository. */
  isBuiltIn: boolean;
};

/** A package of the repository or of DAYBOOK_CONNECTORS that cannot be used. */
export class ConnectorNotLoaded extends Error {
  override name = 'ConnectorNotLoaded';
}

const builtInFolder = fileURLToPath(new URL('../../connectors/', import.meta.url));

/**
 * Loads the connectors of the repository and those in `outside`, which contains names of installed packages or folders.
 * A package runs inside Daybook, so it must be code that the operator trusts.
 */
export async function loadConnectors(outside: readonly string[]): Promise<LoadedConnector[]> {
  const builtIn = readdirSync(builtInFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name: join(builtInFolder, name), isBuiltIn: true }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const loaded: LoadedConnector[] = [];
  for (const { name, isBuiltIn } of [...builtIn, ...outside.map((name) => ({ name, isBuiltIn: false }))]) {
    const one = await loadConnector(name, isBuiltIn);
    if (loaded.some(({ key }) => key === one.key))
      throw notLoaded(name, `there is already a connector with the key "${one.key}". Remove one of them.`);
    loaded.push(one);
  }
  return loaded;
}

async function loadConnector(name: string, isBuiltIn: boolean): Promise<LoadedConnector> {
  const entry = entryOf(name);
  const { connector } = await import(pathToFileURL(entry).href).catch((error: Error) => {
    throw notLoaded(name, `${entry} failed with "${error.message}".`, error);
  });
  const definition = requireDefinition(name, connector);
  try {
    const sample = definition.create(exampleValues(definition));
    requireConnector(name, sample);
    return { key: sample.platform.key, definition, sample, version: versionOf(name), isBuiltIn };
  } catch (error) {
    if (error instanceof ConnectorNotLoaded) throw error;
    throw notLoaded(name, `its function "create" failed with "${(error as Error).message}".`, error);
  }
}

function notLoaded(name: string, reason: string, cause?: unknown): ConnectorNotLoaded {
  const where = name.startsWith(builtInFolder) ? 'The connector in' : 'DAYBOOK_CONNECTORS:';
  return new ConnectorNotLoaded(`${where} "${name}" cannot be used: ${reason}`, { cause });
}

/**
 * Returns the file that the package exports. In its package.json, only simple `exports` are supported: one file, or
 * conditions such as "import" for the path ".".
 */
function entryOf(name: string): string {
  const file = packageFile(name);
  if (!file)
    throw notLoaded(name, 'it was not found. Install it next to Daybook with "npm install", or give a folder.');
  let described: { exports?: unknown; main?: string };
  try {
    described = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw notLoaded(name, `${file} is missing or not valid JSON.`);
  }
  const entry = exported(described.exports) ?? described.main ?? 'index.js';
  return join(dirname(file), entry);
}

export const kitVersion = () => versionOf('@daybook/connector-kit');

function versionOf(name: string): string {
  const file = packageFile(name);
  return file ? String(JSON.parse(readFileSync(file, 'utf8')).version ?? 'unknown') : 'unknown';
}

function packageFile(name: string): string | undefined {
  if (isAbsolute(name) || name.startsWith('.')) return join(resolve(name), 'package.json');
  // Packages may be installed where Daybook is started, or next to Daybook's own packages.
  for (const base of [pathToFileURL(join(process.cwd(), 'package.json')).href, import.meta.url]) {
    try {
      const found = findPackageJSON(name, base);
      if (found) return found;
    } catch {
      // Not found from this base. Try the next one.
    }
  }
  return undefined;
}

function exported(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return undefined;
  const { '.': main, import: forImport, node, default: other } = exports as Record<string, unknown>;
  return exported(main ?? forImport ?? node ?? other);
}

function requireDefinition(name: string, given: unknown): ConnectorPackage {
  const definition = given as Partial<ConnectorPackage> | undefined;
  if (typeof definition?.create !== 'function')
    throw notLoaded(name, 'it does not export "connector". Export the result of defineConnector under this name.');
  if (definition.contract !== 1)
    throw notLoaded(
      name,
      `it was built for version ${definition.contract} of the contract, but this Daybook knows version 1. Install a version of the package that fits.`,
    );
  return definition as ConnectorPackage;
}

function requireConnector(name: string, connector: Connector): void {
  const { platform, credentialFields, pull, budget, check } = connector;
  if (!platformKeyPattern.test(platform?.key ?? '') || !platform.name)
    throw notLoaded(name, 'its platform needs a name and a key of lower-case letters, digits and dashes.');
  const isComplete =
    Array.isArray(credentialFields) && typeof check === 'function' && Object.keys(pull ?? {}).length > 0 && budget;
  if (!isComplete)
    throw notLoaded(
      name,
      'the result of "create" needs credentialFields, budget, pull and check (docs/connectors.md).',
    );
}

/** Returns example values for the settings, so that even a connector that is not enabled can be described. */
function exampleValues({ settings }: ConnectorPackage): Record<string, unknown> {
  const exampleOf = ({ kind, example }: ConnectorSetting) =>
    kind === 'integer' ? Number(example) : kind === 'boolean' ? example === 'true' : example;
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, exampleOf(setting)]));
}
