import { IntlMessageFormat } from 'intl-messageformat';
import { createElement, Fragment, type ReactNode } from 'react';
import type { Message } from './message.ts';

type Texts = Readonly<Record<string, Message>>;
type Values = Record<string, string | number | null | undefined>;
type RichValues = Record<string, ReactNode | ((text: ReactNode) => ReactNode)>;

/** Returns a text of the catalogue: `t('backTo', { accountName })`. The texts are ICU messages. */
export type Translate<Key extends string> = {
  (key: Key, values?: Values): string;
  /**
   * For texts with React elements: `t.rich('expires', { time: <Time at={at} /> })`. For each tag in the text, pass a
   * function.
   */
  rich: (key: Key, values: RichValues) => ReactNode;
};

/**
 * English is the source language and the fallback. `areas` contains the texts of the chosen language. Each area, such
 * as `company`, is a file in the folder of the language.
 */
const chosen = {
  language: 'en',
  areas: new Map<string, Texts>(),
  rewrite: (message: Message) => message,
};

/**
 * Loads the texts of a language. Must finish before the module of a page is loaded, because such modules read texts
 * into constants. `pseudo` is English with accents on every letter: a text that appears without accents is missing from
 * the catalogue.
 */
export async function loadLanguage(language: string, areas: readonly string[]): Promise<void> {
  if (language === 'en') return;
  if (language === 'pseudo') chosen.rewrite = (await import('./pseudo.ts')).pseudo;
  else
    for (const [area, texts] of await Promise.all(
      areas.map(async (name) => [name, await load(language, name)] as const),
    ))
      chosen.areas.set(area, texts);
  chosen.language = language;
}

async function load(language: string, area: string): Promise<Texts> {
  return (await import(`./${language}/${area}.json`)).default;
}

/** The locale for numbers and lists. */
export const locale = () => (chosen.language === 'pseudo' ? 'en' : chosen.language);

/** The locale for dates. English dates have the day before the month and 24-hour times. */
export const dateLocale = () => (locale() === 'en' ? 'en-GB' : locale());

/** Returns the function that finds the texts of one area. */
export function catalogue<Key extends string>(area: string, english: Readonly<Record<Key, string>>): Translate<Key> {
  const formats = new Map<Key, string | IntlMessageFormat>();
  function formatOf(key: Key): string | IntlMessageFormat {
    const known = formats.get(key);
    if (known) return known;
    const message = chosen.areas.get(area)?.[key] ?? chosen.rewrite(parsed(english[key]));
    const format = isPlain(message) ? message : new IntlMessageFormat(message, locale());
    formats.set(key, format);
    return format;
  }
  function rich(key: Key, values: RichValues): ReactNode {
    const format = formatOf(key);
    const parts = typeof format === 'string' ? format : format.format<ReactNode>(values);
    return Array.isArray(parts) ? createElement(Fragment, null, ...parts) : parts;
  }
  function t(key: Key, values?: Values): string {
    const format = formatOf(key);
    return typeof format === 'string' ? format : String(format.format(values));
  }
  return Object.assign(t, { rich });
}

const isPlain = (message: Message): message is string => typeof message === 'string' && !/[{<']/.test(message);

/** In tests, texts with placeholders are not compiled yet, because only the build compiles them. */
function parsed(message: Message): Message {
  return isPlain(message) || typeof message !== 'string' ? message : new IntlMessageFormat(message, 'en').getAst();
}
