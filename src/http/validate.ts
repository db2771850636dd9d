import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { inputInvalid, type ValidationItem } from '../base/errors.ts';

export type Part = 'path' | 'query' | 'body';
export type Validator = (value: unknown) => unknown;

const partNames: Record<Part, string> = { path: 'path', query: 'parameter', body: 'field' };

/** Creates the check for one part of a request. The error lists every problem, not only the first. */
export function validatorFor(schema: TSchema, part: Part): Validator {
  const compiled = Compile(schema);
  const coerce = part === 'query' ? coercions(schema) : undefined;
  return (value) => {
    const given = coerce ? coerce(value as Record<string, unknown>) : value;
    if (!compiled.Check(given)) throw invalid(compiled.Errors(given), part);
    // Check the texts only after the schema, because the schema limits how deep `requireSoundText` recurses.
    requireSoundText(given, part);
    return given;
  };
}

type Problem = { keyword: string; instancePath: string; params: object; message: string };

function invalid(problems: Problem[], part: Part) {
  const items: ValidationItem[] = [];
  for (const problem of problems) {
    // Skip these two kinds of problems. They only follow from another problem and add no information.
    if (problem.keyword === 'boolean' || problem.keyword === 'anyOf') continue;
    const at = pointerToName(problem.instancePath);
    for (const [itemId, text] of describe(problem, at)) {
      const label = itemId ? `${partNames[part]} "${itemId}"` : part;
      items.push({
        ...(itemId && { itemId }),
        message: `The ${label} ${text}.`,
        validatorName: `${problem.keyword}Validator`,
      });
    }
  }
  if (items.length === 0) items.push({ message: `The ${part} does not match the schema of the operation.` });
  return inputInvalid({ items });
}

function describe(problem: Problem, at: string): [itemId: string, text: string][] {
  const inside = (name: string) => (at ? `${at}.${name}` : name);
  const { additionalProperties, requiredProperties } = problem.params as Record<string, string[] | undefined>;
  if (additionalProperties) return additionalProperties.map((name) => [inside(name), 'is unknown here']);
  const { allowedValues, allowedValue } = problem.params as { allowedValues?: unknown[]; allowedValue?: unknown };
  if (allowedValues?.length === 1) return [[at, `must be ${allowedValues[0]}`]];
  if (allowedValues) return [[at, `must be one of ${allowedValues.join(', ')}`]];
  if (allowedValue !== undefined) return [[at, `must be ${allowedValue}`]];
  if (requiredProperties) return requiredProperties.map((name) => [inside(name), 'is missing']);
  return [[at, problem.message.replace(/ 1 (character|item)s$/, ' 1 $1')]];
}

function pointerToName(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Query parameters arrive as text. Converts those whose schema is an integer or a boolean. */
function coercions(schema: TSchema): (value: Record<string, unknown>) => Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> };
  return (value) => {
    // The object has no prototype, so that "__proto__" is an ordinary name and rejected as unknown.
    const read: Record<string, unknown> = Object.create(null);
    for (const [name, given] of Object.entries(value)) {
      const type = properties[name]?.type;
      const isWhole = type === 'integer' && typeof given === 'string' && /^[+-]?\d{1,15}$/.test(given);
      if (isWhole) read[name] = Number(given);
      else if (type === 'boolean' && (given === 'true' || given === 'false')) read[name] = given === 'true';
      else read[name] = given;
    }
    return read;
  };
}

/** Rejects text that PostgreSQL cannot store: NUL characters and unpaired surrogates. */
function requireSoundText(value: unknown, part: Part, at = ''): void {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return;
    const message = `The ${at ? `${partNames[part]} "${at}"` : part} contains a character that cannot be stored (NUL or an unpaired surrogate).`;
    throw inputInvalid({
      items: [{ ...(at && { itemId: at }), message }],
    });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    requireSoundText(name, part);
    requireSoundText(inner, part, at ? `${at}.${name}` : name);
  }
}
