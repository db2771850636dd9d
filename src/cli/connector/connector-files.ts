import { readFileSync } from 'node:fs';

/**
 * Target path of each file in `connector-template/`. In the paths and in the files, `name__` stands for the platform's
 * key and `Name__` for its name.
 */
const places: Readonly<Record<string, string>> = {
  'package.json': 'connectors/name__/package.json',
  'connector.ts': 'connectors/name__/src/name__-connector.ts',
  'request.ts': 'connectors/name__/src/request-name__.ts',
  'pull-customers.ts': 'connectors/name__/src/pull-customers.ts',
  'map-records.ts': 'connectors/name__/src/map-records.ts',
  'wire.ts': 'connectors/name__/src/wire.ts',
  'mapping.test.ts': 'connectors/name__/test/mapping.test.ts',
  'customers.json': 'connectors/name__/test/samples/customers.json',
  'live.ts': 'connectors/name__/test/name__.live.ts',
};

/** Returns the files that `daybook connector new` writes: a skeleton that passes type check, lint and its own test. */
export function connectorFiles(key: string): Record<string, string> {
  const name = key.replace(/(^|-)([a-z0-9])/g, (_all, _dash, letter: string) => letter.toUpperCase());
  const fill = (text: string) => text.replaceAll('Name__', name).replaceAll('name__', key);
  const read = (file: string) => readFileSync(new URL(`connector-template/${file}.txt`, import.meta.url), 'utf8');
  return Object.fromEntries(Object.entries(places).map(([file, path]) => [fill(path), fill(read(file))]));
}
