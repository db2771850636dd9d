import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { root } from '../tidy/read-source.ts';

/** Reads the message catalogue of the portal, and where its pages use it. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>;
/** A call such as `t('backTo', { accountName })`. `keys` has more than one entry if the key is chosen. */
export type Use = { place: string; area: string; keys: string[]; values: string[] | 'unknown' };

const pages = join(root, 'portal/src');

export const languages = globSync('*/', { cwd: join(pages, 'messages') }).map((path) => path.replace('/', ''));
export const areasOf = (language: string): string[] =>
  globSync('*.json', { cwd: join(pages, 'messages', language) }).map((path) => path.replace('.json', ''));
export const areas = areasOf('en');
export const textsOf = (language: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(join(pages, 'messages', language, `${area}.json`), 'utf8'));

export type PageFile = { path: string; text: string; program: Node };
export const files: PageFile[] = globSync('**/*.{ts,tsx}', { cwd: pages })
  .filter((path) => !path.startsWith('messages/'))
  .sort()
  .map((path) => {
    const text = readFileSync(join(pages, path), 'utf8');
    const { program } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
    return { path, text, program: program as unknown as Node };
  });

/** Calls `visit` for a node and everything inside it. `visit` returns false to skip what is inside. */
export function walk(node: Node, visit: (node: Node, parent: Node | undefined) => unknown, parent?: Node): void {
  if (visit(node, parent) === false) return;
  for (const child of Object.values(node))
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) walk(one, visit, node);
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export const isTranslation = (node: Node): boolean => {
  const callee = node.callee as Node | undefined;
  if (node.type !== 'CallExpression' || !callee) return false;
  return callee.name === 't' || (isNode(callee.object) && callee.object.name === 't');
};

export function usesOf({ path, text, program }: PageFile): Use[] {
  const area = /import \{ t \} from '[./]*messages\/([\w-]+)\.ts'/.exec(text)?.[1];
  if (!area) return [];
  const uses: Use[] = [];
  walk(program, (node) => {
    if (!isTranslation(node)) return;
    const [key, values] = node.arguments as Node[];
    const line = text.slice(0, node.start).split('\n').length;
    uses.push({ place: `${path}:${line}`, area, keys: key ? keysOf(key, area) : [], values: namesOf(values) });
  });
  return uses;
}

function keysOf(key: Node, area: string): string[] {
  if (key.type === 'Literal') return [String(key.value)];
  if (key.type === 'ConditionalExpression')
    return [key.consequent, key.alternate].flatMap((one) => keysOf(one as Node, area));
  if (key.type !== 'TemplateLiteral') return [`not a literal: ${key.type}`];
  const parts = (key.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  return Object.keys(textsOf('en', area)).filter((one) => new RegExp(`^${parts.join('\\w+')}$`).test(one));
}

function namesOf(values: Node | undefined): string[] | 'unknown' {
  if (!values) return [];
  if (values.type !== 'ObjectExpression') return 'unknown';
  return (values.properties as Node[]).map((property) => String((property.key as Node).name));
}
