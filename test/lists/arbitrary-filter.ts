import fc from 'fast-check';
import { Decimal, type Json } from './compare-values.ts';
import { type FieldTable, type Kind, kindOf, valuesAt } from './evaluate-filter.ts';
import { respell } from './respell-value.ts';

/**
 * Random filters as texts. fast-check generates a plan; the text is then written for given records, because values that
 * do not occur in them would rarely match.
 */
export type FilterPlan = LeafPlan | { joint: '&&' | '||'; parts: FilterPlan[]; braces: boolean[] };
type LeafPlan = { field: number; operator: number; source: number; seed: number };

const leaf: fc.Arbitrary<LeafPlan> = fc.record({
  field: fc.nat(9999),
  operator: fc.nat(9999),
  source: fc.nat(9999),
  seed: fc.nat(),
});

const joined = (part: fc.Arbitrary<FilterPlan>): fc.Arbitrary<FilterPlan> =>
  fc.record({
    joint: fc.constantFrom('&&' as const, '||' as const),
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    braces: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  });

const shallow = joined(leaf);
export const arbitraryFilter: fc.Arbitrary<FilterPlan> = fc.oneof(
  { weight: 4, arbitrary: leaf },
  { weight: 3, arbitrary: shallow },
  { weight: 3, arbitrary: joined(fc.oneof(leaf, shallow)) },
  { weight: 1, arbitrary: joined(joined(fc.oneof(leaf, shallow))) },
);

export function writeFilter(plan: FilterPlan, fields: FieldTable, records: readonly Json[]): string {
  if (!('parts' in plan)) return writeLeaf(plan, fields, records);
  // Braces are random: without them, the precedence decides, in the product and in the evaluator.
  const parts = plan.parts.map((part, i) => {
    const text = writeFilter(part, fields, records);
    return plan.braces[i] ? `{${text}}` : text;
  });
  return parts.join(plan.braces[0] ? plan.joint : ` ${plan.joint} `);
}

/** Random numbers from a seed, so that a plan can be repeated. */
export type Random = { below(limit: number): number; pick<T>(list: readonly T[]): T };

export function seeded(seed: number): Random {
  let state = seed | 0;
  const below = (limit: number) => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return { below, pick: (list) => list[below(list.length)] as (typeof list)[number] };
}

const usual: Record<Kind, readonly string[]> = {
  text: ['=', '=', '!=', '~', '~', '<', '<=', '>', '>='],
  choice: ['=', '=', '!=', '~'],
  number: ['=', '=', '!=', '<', '<=', '>', '>='],
  time: ['=', '=', '!=', '<', '<=', '>', '>='],
  boolean: ['=', '!='],
  uuid: ['=', '!='],
  structure: ['=', '!='],
};

function writeLeaf(plan: LeafPlan, fields: FieldTable, records: readonly Json[]): string {
  const names = Object.keys(fields);
  const name = names[plan.field % names.length] ?? '';
  const kind = kindOf(fields[name] ?? 'text');
  const random = seeded(plan.seed);
  // One in a hundred uses an operator that the kind may not support: then both must reject the filter.
  const allowed = random.below(100) === 0 ? ['=', '!=', '~', '<', '<=', '>', '>='] : usual[kind];
  const operator = allowed[plan.operator % allowed.length] ?? '=';
  const blank = () => (random.below(6) === 0 ? random.pick([' ', '  ', '\t', '\n']) : '');
  const path = name.replaceAll('[]', '').split('.').join(`${blank()}.${blank()}`);
  const isNull = kind === 'structure' || random.below(/^!?=$/.test(operator) ? 8 : 400) === 0;
  const value = isNull ? 'null' : writeValue();
  return `${blank()}${path}${blank()}${operator}${blank()}${value}${blank()}`;

  function writeValue(): string {
    const steps = name.split('.').flatMap((part) => part.split(/(?=\[\])/));
    const there = records.flatMap((record) => valuesAt(record, steps)).filter((given) => given !== null);
    const given = there[plan.source % Math.max(1, there.length)];
    const text = given instanceof Decimal ? given.text : String(given ?? random.pick(foreign[kind]));
    return quote(respell(text, kind, operator, random), random);
  }
}

/** Values to use if no record has one. */
const foreign: Record<Kind, readonly string[]> = {
  text: ['x', ''],
  choice: ['Paid', 'nothing'],
  number: ['0', '-1e3'],
  time: ['2026-01-31', '2026-01-31T12:00'],
  boolean: ['true', 'false'],
  uuid: ['01890a5d-ac96-774b-bcce-b302099a8057', 'none'],
  structure: ['null'],
};

/** Leaves the value unquoted half of the time, if the grammar allows it. */
function quote(value: string, random: Random): string {
  const canBeBare =
    value !== '' && value === value.trim() && !/^["=<>~]|^!=|&&|\|\||[{}]/.test(value) && value !== 'null';
  if (canBeBare && random.below(2) === 0) return value;
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}
