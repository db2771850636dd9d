import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { IntlMessageFormat } from 'intl-messageformat';
import type { Message } from '../../portal/src/messages/message.ts';
import { pseudo } from '../../portal/src/messages/pseudo.ts';
import { root } from '../tidy/read-source.ts';
import {
  areas,
  areasOf,
  files,
  isTranslation,
  languages,
  type Node,
  type PageFile,
  textsOf,
  usesOf,
  walk,
} from './read-messages.ts';

/** Words that are the same in several languages. */
const sameWord = new Set(['bank', 'minutes']);
/** Folders whose texts are not in the catalogue yet. */
const outside: string[] = [];
const uses = files.flatMap(usesOf);

test('every text that a page uses is in the catalogue, and every text of the catalogue is used', () => {
  assert.ok(uses.length > 1000 && areas.length >= 10);
  const known = new Set(areas.flatMap((area) => Object.keys(textsOf('en', area)).map((key) => `${area} ${key}`)));
  const used = new Set<string>();
  const missing = uses.flatMap(({ place, area, keys }) => {
    for (const key of keys) used.add(`${area} ${key}`);
    const unknown = keys.filter((key) => !known.has(`${area} ${key}`));
    return keys.length === 0 || unknown.length > 0 ? [`${place}: ${unknown.join()}`] : [];
  });
  assert.deepEqual(missing, []);
  assert.deepEqual(
    [...known].filter((key) => !used.has(key)),
    [],
  );
});

test('the pages load the texts of every part in another language', () => {
  const loaded = files
    .filter(({ path }) => path.endsWith('main.tsx'))
    .flatMap(({ text }) =>
      [...(/\[\s*('[^\]]*'),?\s*\]/.exec(text)?.[1] ?? '').matchAll(/'([\w-]+)'/g)].map(([, area]) => area),
    );
  assert.deepEqual(loaded.sort(), [...areas].sort());
});

test('a page passes exactly the values that a text names', () => {
  const wrong = uses.flatMap(({ place, area, keys, values }) => {
    if (values === 'unknown') return [];
    const named = new Set(keys.flatMap((key) => argumentsOf(textsOf('en', area)[key] ?? '')));
    const isSame = named.size === new Set(values).size && values.every((name) => named.has(name));
    return isSame ? [] : [`${place}: ${[...named]} ≠ ${values}`];
  });
  assert.deepEqual(wrong, []);
});

test('a translation has no keys of its own, and names the same values and tags as the English text', () => {
  assert.ok(languages.includes('en'));
  for (const language of languages)
    for (const area of areasOf(language)) {
      const english = textsOf('en', area);
      for (const [key, text] of Object.entries(textsOf(language, area))) {
        assert.ok(key in english, `${language} ${area} ${key}`);
        assert.deepEqual(
          argumentsOf(text).sort(),
          argumentsOf(english[key] ?? '').sort(),
          `${language} ${area} ${key}`,
        );
      }
    }
});

test('the link page is whole in each of its languages, and no text was left in English', () => {
  const english = textsOf('en', 'link');
  const offered = /linkLanguages = \[([^\]]*)\]/.exec(
    readFileSync(join(root, 'portal/src/messages/choose-language.ts'), 'utf8'),
  );
  assert.deepEqual([...(offered?.[1] ?? '').matchAll(/\w+/g)].map(([name]) => name).sort(), [...languages].sort());
  for (const language of languages) {
    const texts = textsOf(language, 'link');
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(english).sort(), language);
    const same = Object.keys(texts).filter((key) => texts[key] === english[key] && language !== 'en');
    assert.deepEqual(
      same.filter((key) => !sameWord.has(key)),
      [],
      language,
    );
  }
});

test('every plural has the form "other"; no text begins or ends with a space', () => {
  for (const area of areas)
    for (const [key, text] of Object.entries(textsOf('en', area))) {
      assert.equal(text, text.trim(), `${area} ${key}`);
      assert.doesNotThrow(() => new IntlMessageFormat(text, 'en'), `${area} ${key}: ${text}`);
    }
});

test('the pseudo-language has no plain letters in any text, and keeps its values, tags and plural forms', () => {
  for (const area of areas)
    for (const [key, text] of Object.entries(textsOf('en', area))) {
      const names = argumentsOf(text);
      const message = pseudo(new IntlMessageFormat(text, 'en').getAst());
      assert.deepEqual(argumentsOf(message).sort(), [...names].sort(), text);
      const values = Object.fromEntries(
        names.map((name) => [name, text.includes(`<${name}>`) ? (parts: string[]) => parts.join('') : 7]),
      );
      const shown = String(new IntlMessageFormat(message, 'en').format<string>(values));
      assert.doesNotMatch(shown, /[A-Za-z]/, `${area} ${key}`);
    }
});

test('no text of a page is outside the catalogue', () => {
  const inside = files.filter(({ path }) => !outside.some((folder) => path.startsWith(folder)));
  assert.deepEqual(inside.flatMap(literalTexts), []);
});

function argumentsOf(message: Message): string[] {
  const found = new Set<string>();
  type Part = { type: number; value?: string; options?: Record<string, { value: Part[] }>; children?: Part[] };
  const read = (parts: readonly Part[]) => {
    for (const { type, value, options, children } of parts) {
      // 0 is plain text and 7 is "#".
      if (type !== 0 && type !== 7 && value !== undefined) found.add(value);
      for (const option of Object.values(options ?? {})) read(option.value);
      if (children) read(children);
    }
  };
  read(new IntlMessageFormat(message, 'en').getAst() as Part[]);
  return [...found];
}

/** Attributes and properties that people read. */
const readable = new Set(
  'label title placeholder description lead header alt what all summary note heading hint advice meaning done text nothingFoundMessage aria-label'.split(
    ' ',
  ),
);
/** What looks like a text but is code: commands to type, examples of URLs, of colours and of filters. */
const code = /^(https?:|\/|#|npm |curl |null$)/;
const isText = (value: unknown) => typeof value === 'string' && /\p{L}/u.test(value) && !code.test(value.trim());
/** A sentence, or at least a capital letter and two words. */
const isSentence = (value: unknown) => typeof value === 'string' && /^[A-Z][\w’'-]*,? .*[a-z]/.test(value);

function literalTexts({ path, text, program }: PageFile): string[] {
  const found: string[] = [];
  const say = (node: Node, value: unknown) =>
    found.push(`${path}:${text.slice(0, node.start).split('\n').length}: ${String(value).trim()}`);
  const isCommand = (node: Node) => /^\s*(npm|curl) /.test(String((node.children as Node[])[0]?.value ?? ''));
  walk(program, (node, parent) => {
    if (node.type === 'ImportDeclaration' || node.type === 'ThrowStatement' || node.type.startsWith('TSType'))
      return false;
    if (isTranslation(node)) {
      for (const value of (node.arguments as Node[]).slice(1)) walk(value, (inner) => void jsxText(inner, node));
      return false;
    }
    jsxText(node, parent);
    const name =
      node.type === 'JSXAttribute'
        ? (node.name as Node).name
        : node.type === 'Property'
          ? ((node.key as Node).name ?? (node.key as Node).value)
          : undefined;
    if (typeof name === 'string' && readable.has(name) && node.value) literals(node.value as Node);
    if (
      node.type === 'Literal' &&
      parent?.type !== 'JSXAttribute' &&
      isSentence(node.value) &&
      parent?.type !== 'NewExpression'
    )
      say(node, node.value);
    return true;
  });
  function jsxText(node: Node, parent: Node | undefined) {
    if ((node.type === 'JSXElement' || node.type === 'JSXFragment') && !isCommand(node))
      for (const child of node.children as Node[]) {
        if (child.type === 'JSXText' && isText(child.value)) say(child, child.value);
        if (child.type === 'JSXExpressionContainer') literals(child.expression as Node);
      }
    return parent;
  }
  /** The literals that an expression can result in. */
  function literals(node: Node): void {
    if (node.type === 'Literal' && isText(node.value)) say(node, node.value);
    if (node.type === 'JSXExpressionContainer') literals(node.expression as Node);
    if (node.type === 'ConditionalExpression')
      for (const one of [node.consequent, node.alternate]) literals(one as Node);
    if (node.type === 'LogicalExpression') literals(node.right as Node);
    if (node.type === 'TemplateLiteral')
      for (const { value } of node.quasis as { value: { cooked: string } }[])
        if (isText(value.cooked)) say(node, value.cooked);
  }
  return found;
}
