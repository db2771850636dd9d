import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

/** The files of the repository, for the tidy tests. */
export const root = join(import.meta.dirname, '../..');

export type SourceFile = { path: string; text: string; lines: number; imports: Import[] };
export type Import = { from: string; path: string | undefined; isType: boolean };

export function readSource(...patterns: string[]): SourceFile[] {
  const paths = patterns
    .flatMap((pattern) =>
      globSync(pattern, { cwd: root, withFileTypes: true }).flatMap((entry) =>
        entry.isFile() ? [relative(root, join(entry.parentPath, entry.name))] : [],
      ),
    )
    .sort();
  return [...new Set(paths)].map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, lines: text.split('\n').length - 1, imports: importsOf(path, text) };
  });
}

/** The files that the packages of the workspace export, by the name under which others import them. */
export const workspaceFiles = new Map(
  globSync('{connector-kit,sandbox,connectors/*}/package.json', { cwd: root }).flatMap((file) => {
    const { name, exports } = JSON.parse(readFileSync(join(root, file), 'utf8'));
    const entries = typeof exports === 'string' ? { '.': exports } : (exports as Record<string, string>);
    return Object.entries(entries).map(([key, path]) => [join(name, key), join(dirname(file), path)] as const);
  }),
);

const workspaceFile = (from: string) => workspaceFiles.get(from);

function importsOf(path: string, text: string): Import[] {
  const found = [
    ...text.matchAll(/^(?:import|export) (type )?(?:[^'"]*? from )?'([^']+)'/gms),
    ...text.matchAll(/()\bimport\('([^']+)'\)/g),
  ];
  return found.map(([, isType, from = '']) => ({
    from,
    path: from.startsWith('.') ? normalize(join(dirname(path), from)) : workspaceFile(from),
    isType: Boolean(isType),
  }));
}
