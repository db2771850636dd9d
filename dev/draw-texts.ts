import { globSync, readFileSync } from 'node:fs';

/**
 * Draws comments, and texts that people read (errors, screens, help), at random for a reading by fresh eyes: `node
 * dev/draw-texts.ts [SEED]`. The same seed draws the same ones from the same source.
 */
const count = 100;
const sources = [
  '{src,connector-kit/src,connectors/*/src,sandbox/src}/**/*.ts',
  'portal/src/**/*.{ts,tsx,json}',
  '{sdk/src,examples}/*.ts',
  'schema/**/*.sql',
];
const isLeftOut = (file: string) => file.endsWith('.gen.ts');

type Text = { place: string; text: string };
type Kind = 'comments' | 'texts';
export type Texts = Record<Kind, Text[]>;

export function sourceFiles(cwd: string): string[] {
  return globSync(sources, { cwd })
    .filter((file) => !isLeftOut(file))
    .sort();
}

/** Also matches strings, because a string such as '/portal/*' does not start a comment. */
const commentOrString =
  /(?<quote>['"`])(?:\\.|(?!\k<quote>)[^\\\n])*\k<quote>|\/\*\*?(?<block>[\s\S]*?)\*\/|(?<lines>(?:^\s*\/\/.*\n)+)/gm;

/** Returns the comments and texts of a file that have at least four words. */
export function readTexts(file: string, source: string): Texts {
  const found: Texts = { comments: [], texts: [] };
  const add = (kind: Kind, index: number, raw: string) => {
    const text = raw.replaceAll(/\s*\n\s*(\*|\/\/|--)?\s*/g, ' ').trim();
    const line = source.slice(0, index).split('\n').length;
    if (text.split(' ').length >= 4 && !text.startsWith('biome-ignore'))
      found[kind].push({ place: `${file}:${line}`, text });
  };
  if (file.endsWith('.json')) {
    // A message catalogue: only the values are read by people.
    for (const match of source.matchAll(/:\s*"((?:[^"\\]|\\.)*)"/g)) add('texts', match.index, match[1] ?? '');
    return found;
  }
  const comments = file.endsWith('.sql') ? /(?<lines>(?:^ *-- .*\n)+)/gm : commentOrString;
  for (const { index, groups } of source.matchAll(comments)) {
    const text = groups?.block ?? groups?.lines;
    if (text !== undefined) add('comments', index, text.replace(/^\s*(--|\/\/)/, ''));
  }
  if (file.endsWith('.sql')) return found;
  const code = source.replaceAll(commentOrString, (matched) =>
    /^['"`]/.test(matched) ? matched : matched.replaceAll(/[^\n]/g, ' '),
  );
  // Sentences in quotes, not SQL or code; and what stands between the tags of a screen.
  const quoted = /(['"`])((?:(?!\1)[^\\\n]|\\.)*[a-z]{2,} [a-z]+ (?:(?!\1)[^\\\n]|\\.)*)\1/g;
  const isSql =
    /\b(select|insert|update|delete|where|coalesce|values)\b.*\b(from|set|into|and|or|as)\b|^\s*(and|or|join|on) |\b(is not null|left join|case when|to_char|throw new|savepoint|desc limit|create or replace)\b|[<>]=? r\.|::|\bin \(|^[,)]|\$\{sql|rawJSON/i;
  for (const match of code.matchAll(quoted)) if (!isSql.test(match[2] ?? '')) add('texts', match.index, match[2] ?? '');
  if (file.endsWith('.tsx'))
    for (const match of code.matchAll(/>\s*([A-Z][^<>{}=;]*[a-z.…?])\s*[<{]/g))
      add('texts', match.index, match[1] ?? '');
  return found;
}

export function draw<T>(all: readonly T[], wanted: number, random: () => number): T[] {
  const left = [...all];
  return Array.from(
    { length: Math.min(wanted, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0] as T,
  );
}

/** Mulberry32: small, and the same on every machine. */
export function createRandom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

if (import.meta.main) {
  const seed = Number(process.argv[2] ?? 1);
  const read = sourceFiles('.').map((file) => readTexts(file, readFileSync(file, 'utf8')));
  const random = createRandom(seed);
  for (const kind of ['comments', 'texts'] as const) {
    const all = read.flatMap((texts) => texts[kind]);
    console.log(`\n## ${count} of ${all.length} ${kind}, seed ${seed}\n`);
    for (const [at, { place, text }] of draw(all, count, random).entries()) console.log(`${at + 1}. ${place}: ${text}`);
  }
}
