import { accountingTexts } from './fields/accounting.ts';
import { eventTexts } from './fields/events.ts';
import { idTexts } from './fields/ids.ts';
import { listTexts } from './fields/lists.ts';
import { portalTexts } from './fields/portal.ts';
import { resourceTexts } from './fields/resources.ts';

/**
 * Texts for fields whose schema says nothing, because they mean the same wherever they appear. The key is the name of
 * the field, with the names of what it is part of if one name means several things: `customerRef.id`, `Company.name`.
 */
const texts: Record<string, string> = {
  ...accountingTexts,
  ...listTexts,
  ...portalTexts,
  ...resourceTexts,
  ...eventTexts,
  ...idTexts,
};

type Node = Record<string, unknown> & { properties?: Record<string, Node>; parameters?: Parameter[] };
type Parameter = { name: string; description?: string; schema?: { description?: string } };

/** Adds a description to each field without one, below a node of the document. `path`: names from the outside in. */
export function describeFields(node: unknown, path: readonly string[]): void {
  if (Array.isArray(node)) for (const one of node) describeFields(one, path);
  if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
  const { properties, ...rest } = node as Node;
  for (const [name, field] of Object.entries(properties ?? {})) {
    const text = textOf([...path, name]);
    if (text !== undefined && field.description === undefined && field.$ref === undefined) field.description = text;
    describeFields(field, [...path, name]);
  }
  for (const [key, value] of Object.entries(rest)) if (inside.has(key)) describeFields(value, path);
  // The keys are patterns, not names.
  for (const value of Object.values((node as { patternProperties?: object }).patternProperties ?? {}))
    describeFields(value, path);
}

const inside = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties']);

export function describeParameters(parameters: readonly Parameter[]): void {
  for (const one of parameters) {
    const text = texts[`parameter.${one.name}`] ?? textOf([one.name]);
    if (one.description === undefined && one.schema?.description === undefined && text !== undefined)
      one.description = text;
  }
}

/** The text of the longest end of the path that has one. */
function textOf(path: readonly string[]): string | undefined {
  for (let from = 0; from < path.length; from++) {
    const own = texts[path.slice(from).join('.')];
    if (own !== undefined) return own;
  }
  return undefined;
}
