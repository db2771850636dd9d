import fc from 'fast-check';
import { type FieldTable, type Kind, kindOf } from './evaluate-filter.ts';
import { malformedNumbers, malformedTimes, sqlAttacks } from './malformed-values.ts';

/** Invalid filters, each with the name of the mistake it was generated with. */
export type Malformed = { way: string; query: string };

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const blanks = fc.constantFrom('', '', ' ', '  ', '\t', '\n');
const operator = fc.constantFrom('=', '!=', '~', '<', '<=', '>', '>=');
const joint = fc.constantFrom('&&', '||', ' && ', ' || ');
/** Text that can be part of a quoted value without escaping. */
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

  make('unclosed brace', times('{', 1, 900), good);
  make('extra closing brace', good, times('}', 1, 900));
  make('braces in the wrong order', fc.constant('}'), good, fc.constant('{'));
  make('empty group', good, joint, blanks, fc.constant('{'), blanks, fc.constant('}'));
  make('group as a value', textPath, operator, fc.constant('{'), word, fc.constant('}'));
  make('group beside a term', good, blanks, fc.constant('{'), good, fc.constant('}'));
  make('no operator', anyPath, fc.constant(' '), word, joint, good);
  make('operator of another language', anyPath, blanks, fc.constantFrom(...foreignOperators), inner);
  make('SQL in the path', anyPath, fc.constantFrom(...sqlAttacks), operator, word);
  make('no value', anyPath, blanks, operator, blanks, fc.constantFrom('', '}', '{'));
  make('no value before && or ||', anyPath, blanks, operator, blanks, joint, good);
  make('no path', blanks, operator, word, fc.constantFrom('', ' && name=x'));
  make('invalid first character', fc.constantFrom(...'!"#$%&\'()*+,./:;<=>?@[\\]^`|}~'), inner);
  make('&& or || at the end', good, joint, blanks);
  make('&& or || at the beginning', joint, good);
  make('two && or || in a row', good, joint, blanks, joint, good);
  make('no && or ||', good, blanks, good);
  make('half of && or ||', good, fc.constantFrom(' & ', ' | ', '&', '|', ' and ', ' or ', ',', ';'), good);
  make('operator with an extra character', textPath, fc.constantFrom('==', '=~', '~=', '<>', '=>', '=<', '!=='), word);
  make('single quotes', textPath, operator, fc.constant("'"), word, fc.constant("'"));
  make('AND or OR of another language', textPath, operator, word, fc.constantFrom(' AND ', ' or ', ' & ', '|'), good);
  make('broken path', fc.constantFrom('.', ' . '), anyPath, operator, word);
  make('path that ends with a dot', anyPath, fc.constantFrom('.', '..', '. .'), operator, word);
  make('unknown field', fc.constant('zz_'), word, operator, inner);
  make('unknown inner field', textPath, fc.constant('.'), word, operator, word);
  make('property of every object', fc.constantFrom(...objectNames), operator, word, fc.constantFrom('', '&&name=x'));
  make('unclosed quote', textPath, operator, fc.constant('"'), inner);
  make('invalid escape', textPath, operator, fc.constant('"'), inner, fc.constant('\\'), word, fc.constant('"'));
  make('text after a quote', textPath, operator, fc.constant('"'), inner, fc.constant('" '), word);
  make('null with < or ~', anyPath, fc.constantFrom('<', '<=', '>', '>=', '~'), blanks, fc.constant('null'), blanks);
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
  make('invalid time', fc.constantFrom(...pathsOf('time')), fc.constantFrom('=', '!=', '<', '>='), malformedTimes);
  make('contains on a time', fc.constantFrom(...pathsOf('time')), fc.constant('~'), word);
  make(
    'order on a uuid',
    fc.constantFrom(...pathsOf('uuid')),
    fc.constantFrom('<', '<=', '>', '>=', '~'),
    inner.map((text) => `"${text}"`),
  );
  if (pathsOf('number').length > 0) {
    const numberPath = fc.constantFrom(...pathsOf('number'));
    make('invalid number', numberPath, fc.constantFrom('=', '!=', '<', '>='), malformedNumbers);
    make(
      'unknown choice',
      fc.constantFrom(...pathsOf('choice')),
      fc.constantFrom('=', '!=', '~'),
      word.map((text) => `z${text}`),
    );
    make('contains on a number', numberPath, fc.constant('~'), fc.nat().map(String));
    make('order on a choice', fc.constantFrom(...pathsOf('choice')), fc.constantFrom('<', '<=', '>', '>='), word);
    make(
      'invalid boolean',
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

/** None starts with a letter, a digit, "-" or a dot, which would continue the path. */
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
