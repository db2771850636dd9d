import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Connector, FromSource, Pull, Push } from './connector.ts';
import type { ReadContent } from './content.ts';
import { dataTypes } from './data-types/catalogue.ts';

/**
 * One data type of a connector: how it is read and, if possible, written. `Shared` is the type of the values that all
 * data types of the connector need, such as the URL of the platform.
 */
export type ConnectorType<Shared> = {
  /** Name in the catalogue, such as `invoices`. */
  dataType: string;
  pull(shared: Shared): Pull;
  push?(shared: Shared): Push;
  /** See `Connector.fromSource`. */
  fromSource?: FromSource;
  /** For `attachments`: see `Connector.content`. */
  content?(shared: Shared): ReadContent;
};

/** Marks a pull that reads all records in every pass, so that docs/platforms.md can say so. */
export const readingWhole = (pull: Pull): Pull => Object.assign(pull, { readsWhole: true } as const);

/** Marks a pull whose incremental passes report deletions, on a platform that does not report those of every data type. */
export const tellingDeletions = (pull: Pull): Pull => Object.assign(pull, { tellsDeletions: true } as const);

export const defineType = <Shared>(type: ConnectorType<Shared>): ConnectorType<Shared> => type;

/** Builds the properties `pull`, `push`, `fromSource` and `content` of a connector. */
export function pullsAndPushes<Shared>(
  types: readonly ConnectorType<Shared>[],
  shared: Shared,
): Required<Pick<Connector, 'pull' | 'push' | 'fromSource'>> & Pick<Connector, 'content'> {
  const content = types.find((type) => type.content)?.content?.(shared);
  return {
    ...(content && { content }),
    pull: Object.fromEntries(types.map(({ dataType, pull }) => [dataType, pull(shared)])),
    push: Object.fromEntries(types.flatMap(({ dataType, push }) => (push ? [[dataType, push(shared)]] : []))),
    fromSource: Object.fromEntries(
      types.flatMap(({ dataType, fromSource }) => (fromSource ? [[dataType, fromSource]] : [])),
    ),
  };
}

/**
 * Loads the data types that the files in a folder and its subfolders export, in the order of the catalogue. A connector
 * supports a data type as soon as the folder has a file for it. Exports that are not data types are ignored.
 */
export async function loadTypes<Shared>(folder: string): Promise<ConnectorType<Shared>[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.d)\.[jt]s$/.test(file),
  );
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)));
  const found = modules.flatMap((module) => Object.values(module)).filter(isType<Shared>);
  const places = new Map(dataTypes.map(({ name }, place) => [name, place]));
  return found.sort((a, b) => (places.get(a.dataType) ?? 0) - (places.get(b.dataType) ?? 0));
}

function isType<Shared>(value: unknown): value is ConnectorType<Shared> {
  const { dataType, pull } = (value ?? {}) as Partial<ConnectorType<Shared>>;
  return typeof dataType === 'string' && typeof pull === 'function';
}
