import fc from 'fast-check';
import { type FieldTable, type Kind, kindOf } from './evaluate-filter.ts';
import { malformedNumbers, malformedTimes, sqlAttacks } from './malformed-values.ts';

/** Filters that are wrong by the way they are made, each with the name of the way. */
export type Malformed = { way: string; query: string };

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const blanks = fc.constantFrom('', '', ' ', '  ', '\t', '\n');
const operator = fc.constantFrom('=', '!=', '~', '<', '<=', '>', '>=');
const joint = fc.constantFrom('&&', '||', ' && ', ' || ');
/** Stands in a quoted value as it is. */
const inner = fc.oneof(
  fc.constantFrom(...sqlAttacks).map((text) => text.replace(/["\\]/g, '')),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/["\\\0]/g, '')),
);
const times = (text: string, min: number, max: number) => fc.integer({ min, max }).map((count) => text.repeat(count));

export function arbitraryMalformed(fields: FieldTable): fc.Arbitrary<Malformed> {
  const pathsOf = (...kinds: Kind[]) =>
    Object.entries(fields)
      .filter(([, entry]) => kinds.includes(kindOf(entry)))
      .map(([name]) => name.replaceAll('[]', ''));
  const anyPath = fc.constantFrom(...Object.keys(fields).map((name) => name.replaceAll('[]', '')));
  const textPath = fc.constantFrom(...pathsOf('text'));
  const good = fc.tuple(textPath, operator, inner).map(([path, sign, value]) => `${path}${sign}"${value}"`);
  const made: Record<string, fc.Arbitrary<string>> = {};
  const make = (way: string, ...parts: fc.Arbitrary<string>[]) => {
    made[way] = fc.tuple(...parts).map((list) => list.join(''));
  };

  make('brace left open', times('{', 1, 900), good);
  make('brace too many', good, times('}', 1, 900));
  make('crossed braces', fc.constant('}'), good, fc.constant('{'));
  make('empty group', good, joint, blanks, fc.constant('{'), blanks, fc.constant('}'));
  make('group as a value', textPath, operator, fc.constant('{'), word, fc.constant('}'));
  make('group beside a term', good, blanks, fc.constant('{'), good, fc.constant('}'));
  make('no operator', anyPath, fc.constant(' '), word, joint, good);
  make('operator of another language', anyPath, blanks, fc.constantFrom(...foreignOperators), inner);
  make('SQL in the path', anyPath, fc.constantFrom(...sqlAttacks), operator, word);
  make('no value', anyPath, blanks, operator, blanks, fc.constantFrom('', '}', '{'));
  make('no value before a joint', anyPath, blanks, operator, blanks, joint, good);
  make('no path', blanks, operator, word, fc.constantFrom('', ' && name=x'));
  make('begins with what begins nothing', fc.constantFrom(...'!"#$%&\'()*+,./:;<=>?@[\\]^`|}~'), inner);
  make('joint at the end', good, joint, blanks);
  make('joint at the beginning', joint, good);
  make('two joints', good, joint, blanks, joint, good);
  make('no joint', good, blanks, good);
  make('half a joint', good, fc.constantFrom(' & ', ' | ', '&', '|', ' and ', ' or ', ',', ';'), good);
  make('operator and a half', textPath, fc.constantFrom('==', '=~', '~=', '<>', '=>', '=<', '!=='), word);
  make('single quotes', textPath, operator, fc.constant("'"), word, fc.constant("'"));
  make('joint of another language', textPath, operator, word, fc.constantFrom(' AND ', ' or ', ' & ', '|'), good);
  make('broken path', fc.constantFrom('.', ' . '), anyPath, operator, word);
  make('path without an end', anyPath, fc.constantFrom('.', '..', '. .'), operator, word);
  make('unknown field', fc.constant('zz_'), word, operator, inner);
  make('unknown inner field', textPath, fc.constant('.'), word, operator, word);
  make('name of every object', fc.constantFrom(...objectNames), operator, word, fc.constantFrom('', '&&name=x'));
  make('quote left open', textPath, operator, fc.constant('"'), inner);
  make('escape that is none', textPath, operator, fc.constant('"'), inner, fc.constant('\\'), word, fc.constant('"'));
  make('text after a quote', textPath, operator, fc.constant('"'), inner, fc.constant('" '), word);
  make('null with an order', anyPath, fc.constantFrom('<', '<=', '>', '>=', '~'), blanks, fc.constant('null'), blanks);
  make('too long', textPath, operator, fc.constant('"'), inner, times('x', 2048, 2100), fc.constant('"'));
  make('too long by blanks', good, times(' ', 2048, 2100));
  make(
    'character that cannot be stored',
    good,
    joint,
    textPath,
    fc.constant('="'),
    inner,
    unstorable,
    inner,
    fc.constant('"'),
  );
  make('time that is none', fc.constantFrom(...pathsOf('time')), fc.constantFrom('=', '!=', '<', '>='), malformedTimes);
  make('contains on a time', fc.constantFrom(...pathsOf('time')), fc.constant('~'), word);
  make(
    'order on a uuid',
    fc.constantFrom(...pathsOf('uuid')),
    fc.constantFrom('<', '<=', '>', '>=', '~'),
    inner.map((text) => `"${text}"`),
  );
  if (pathsOf('number').length > 0) {
    const numberPath = fc.constantFrom(...pathsOf('number'));
    make('number that is none', numberPath, fc.constantFrom('=', '!=', '<', '>='), malformedNumbers);
    make(
      'choice that is none',
      fc.constantFrom(...pathsOf('choice')),
      fc.constantFrom('=', '!=', '~'),
      word.map((text) => `z${text}`),
    );
    make('contains on a number', numberPath, fc.constant('~'), fc.nat().map(String));
    make('order on a choice', fc.constantFrom(...pathsOf('choice')), fc.constantFrom('<', '<=', '>', '>='), word);
    make(
      'boolean that is none',
      fc.constantFrom(...pathsOf('boolean')),
      fc.constantFrom('=', '!='),
      word.map((text) => `z${text}`),
    );
    make(
      'order on a boolean',
      fc.constantFrom(...pathsOf('boolean')),
      fc.constantFrom('<', '>=', '~'),
      fc.constantFrom('true', 'false'),
    );
    make(
      'value for a structure',
      fc.constantFrom(...pathsOf('structure')),
      operator,
      inner.map((text) => `"${text}"`),
    );
  }
  return fc.oneof(...Object.entries(made).map(([way, text]) => text.map((query) => ({ way, query }))));
}

/** None begins with a letter, a digit, "-" or a dot: those would go on with the path. */
const foreignOperators = [
  ...': |! |!~|!<|?|@|#|$|%|%3D|^|*|(|[0]=|/|,|;|\'=|"=|`=|\\=|+='.split('|'),
  ...' like | LIKE | in | eq | is null| between | not |::text=| ->>0=| -> =|%00='.split('|'),
];

const objectNames = [
  ...['constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'],
  ...['constructor.name', '__proto__.kind', '__defineGetter__', 'propertyIsEnumerable', 'toLocaleString'],
];

const unstorable = fc.oneof(
  fc.constant('\0'),
  fc.integer({ min: 0xd800, max: 0xdfff }).map((unit) => `x${String.fromCharCode(unit)}x`),
);
