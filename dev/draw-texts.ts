import { globSync, readFileSync } from 'node:fs';

/**
 * Draws comments, and texts that people read (errors, screens, help), at random for a reading by fresh eyes: `node
 * dev/draw-texts.ts [SEED]`. The same seed draws the same ones from the same source.
 */
const seed = Number(process.argv[2] ?? 1);
const count = 100;
const files = globSync([
  '{src,connector-kit/src,connectors/*/src,sandbox/src}/**/*.ts',
  'portal/src/**/*.{ts,tsx}',
  'sdk/src/*.ts',
  'schema/*.sql',
])
  .filter((file) => !file.endsWith('.gen.ts'))
  .sort();
type Text = { place: string; text: string };
const found = { comments: [] as Text[], texts: [] as Text[] };
for (const file of files) readTexts(file);
const random = createRandom(seed);
for (const [kind, all] of Object.entries(found)) {
  console.log(`\n## ${count} of ${all.length} ${kind}, seed ${seed}\n`);
  const drawn = draw(all, count);
  for (const [at, { place, text }] of drawn.entries()) console.log(`${at + 1}. ${place}: ${text}`);
}

function readTexts(file: string): void {
  const source = readFileSync(file, 'utf8');
  const add = (kind: keyof typeof found, index: number, raw: string) => {
    const text = raw.replaceAll(/\s*\n\s*(\*|\/\/|--)?\s*/g, ' ').trim();
    const line = source.slice(0, index).split('\n').length;
    if (text.split(' ').length >= 4 && !text.startsWith('biome-ignore'))
      found[kind].push({ place: `${file}:${line}`, text });
  };
  const comments = file.endsWith('.sql') ? /((?:^ *-- .*\n)+)/gm : /\/\*\*?([\s\S]*?)\*\/|((?:^\s*\/\/ .*\n)+)/gm;
  for (const match of source.matchAll(comments))
    add('comments', match.index, (match[1] ?? match[2] ?? '').replace(/^\s*(--|\/\/)/, ''));
  if (file.endsWith('.sql')) return;
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  // Sentences in quotes, not SQL or code; and what stands between the tags of a screen.
  const quoted = /(['"`])((?:(?!\1)[^\\\n]|\\.)*[a-z]{2,} [a-z]+ (?:(?!\1)[^\\\n]|\\.)*)\1/g;
  const isSql =
    /\b(select|insert|update|delete|where|coalesce|values)\b.*\b(from|set|into|and|or|as)\b|^\s*(and|or|join|on) |\b(is not null|left join|case when|to_char|throw new)\b|[<>]=? r\.|::/i;
  for (const match of code.matchAll(quoted)) if (!isSql.test(match[2] ?? '')) add('texts', match.index, match[2] ?? '');
  if (!file.endsWith('.tsx')) return;
  for (const match of code.matchAll(/>\s*([A-Z][^<>{}=;]*[a-z.…?])\s*[<{]/g)) add('texts', match.index, match[1] ?? '');
}

function draw<T>(all: readonly T[], wanted: number): T[] {
  const left = [...all];
  return Array.from(
    { length: Math.min(wanted, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0] as T,
  );
}

/** Mulberry32: small, and the same on every machine. */
function createRandom(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
