import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/**
 * Maps each file in `connector-template/` to its path in the new package. In the paths and in the files, `name__`
 * stands for the platform's key and `Name__` for its name.
 */
const shared: Readonly<Record<string, string>> = {
  'connector.ts': 'src/name__-connector.ts',
  'request.ts': 'src/request.ts',
  'customers.ts': 'src/records/customers.ts',
  'mapping.test.ts': 'test/mapping.test.ts',
  'customers.json': 'test/samples/customers.json',
  'live.ts': 'test/name__.live.ts',
};
/**
 * A package in Daybook's own repository runs from source. A package outside of it must contain JavaScript when it is
 * installed.
 */
const inside = { ...shared, 'package.json': 'package.json' };
const outside = { ...shared, 'outside-package.json': 'package.json', 'tsconfig.json': 'tsconfig.json' };

/** Returns the files of a new connector: a skeleton that passes type check, lint and its own test. */
export function connectorFiles(key: string, { isOutside = false } = {}): Record<string, string> {
  const name = key.replace(/(^|-)([a-z0-9])/g, (_all, _dash, letter: string) => letter.toUpperCase());
  const kitFile = findPackageJSON('@daybook/connector-kit', import.meta.url) ?? '';
  const { version } = JSON.parse(readFileSync(kitFile, 'utf8')) as { version: string };
  const fill = (text: string) =>
    text.replaceAll('kit-version__', version).replaceAll('Name__', name).replaceAll('name__', key);
  const read = (file: string) => readFileSync(new URL(`connector-template/${file}.txt`, import.meta.url), 'utf8');
  const folder = isOutside ? `daybook-connector-${key}` : `connectors/${key}`;
  const places = Object.entries(isOutside ? outside : inside);
  return Object.fromEntries(places.map(([file, path]) => [`${folder}/${fill(path)}`, fill(read(file))]));
}
