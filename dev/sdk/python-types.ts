import { isFile, isOpen, type Model, type Schema } from './document.ts';
import { docstring, isKeyword, literal } from './python-text.ts';

/**
 * Types of Python from schemas. Objects become TypedDicts with the names of the API, so that what a program reads is
 * what the documentation shows. An object inside another one is named after its place: `InvoiceLineItem`.
 */
export type PythonTypes = {
  /** The type of a schema. An object without a name of its own gets the given one. */
  typeOf(schema: Schema, name: string): string;
  /** The text of the module, with everything that `typeOf` was asked for. */
  module(): string;
};

/** Records of any data type: they have more fields than their schema names, so a TypedDict would hide them. */
const openSchemas = new Set(['Record', 'PushRecord']);
const pageFields = 'results,pageNumber,pageSize,totalResults,_links';

export function pythonTypes({ schemas }: Model, decimals: readonly string[]): PythonTypes {
  const named = new Map(schemas);
  const classes: string[] = [];
  const aliases: string[] = [];

  function typeOf(schema: Schema, name: string, key?: string): string {
    if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]${isOpen(schema) ? ' | str' : ''}`;
    if ('const' in schema) return `Literal[${literal(schema.const)}]`;
    if (schema.anyOf) return unionOf(schema.anyOf.map((one, index) => typeOf(one, alternative(name, one, index), key)));
    if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => typeOf({ ...schema, type }, name, key)));
    switch (schema.type) {
      case 'string':
        return isFile(schema) ? 'bytes' : 'str';
      case 'integer':
        return 'int';
      case 'number':
        return key !== undefined && decimals.includes(key) ? 'Decimal' : 'Decimal | int';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return `list[${typeOf(schema.items ?? {}, singular(name))}]`;
      case 'object':
        return objectType(schema, name);
      default:
        return 'Any';
    }
  }

  function objectType(schema: Schema, name: string): string {
    const { properties = {}, patternProperties, additionalProperties } = schema;
    const fields = Object.keys(properties).join(',');
    if (fields === pageFields) return `Page[${typeOf(properties.results?.items ?? {}, singular(name))}]`;
    if (fields !== '') return define(name, schema);
    const [values] = Object.values(patternProperties ?? {});
    const inner = values ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    return `dict[str, ${inner ? typeOf(inner, name) : 'Any'}]`;
  }

  function define(name: string, schema: Schema): string {
    const known = named.get(name);
    if (known === schema) return name;
    // An `account` beside a list of `accounts`.
    if (known) return define(`${name}Item`, schema);
    named.set(name, schema);
    classes.push(classOf(name, schema));
    return name;
  }

  function classOf(name: string, { properties = {}, required = [], description = '' }: Schema): string {
    const fields = Object.entries(properties).map(([key, schema]) => {
      const type = typeOf(schema, name + capitalised(key), key);
      return { key, type: required.includes(key) ? type : `NotRequired[${type}]`, about: schema.description ?? '' };
    });
    if (fields.some(({ key }) => isKeyword(key))) {
      const lines = fields.map(({ key, type }) => `        ${literal(key)}: ${literal(type)},`);
      return `${name} = TypedDict(\n    "${name}",\n    {\n${lines.join('\n')}\n    },\n)`;
    }
    const lines = fields.flatMap(({ key, type, about }) => [
      `    ${key}: ${type}`,
      ...(about === '' ? [] : [docstring([about], '    ')]),
    ]);
    const head = description === '' ? [] : [`${docstring([description], '    ')}\n`];
    return [`class ${name}(TypedDict):`, ...head, ...lines].join('\n');
  }

  for (const [name, schema] of schemas) {
    if (schema.type !== 'object' || openSchemas.has(name) || Object.keys(schema.properties ?? {}).length === 0) {
      const type = openSchemas.has(name) ? 'Mapping[str, Any]' : typeOf(schema, name);
      aliases.push(`${name}: TypeAlias = ${literal(type)}`);
      if (schema.description) aliases.push(docstring([schema.description], ''));
    } else classes.push(classOf(name, schema));
  }
  return { typeOf, module: () => [header, ...classes, aliases.join('\n')].join('\n\n\n').concat('\n') };
}

const header = `# Written by "npm run sdk" from docs/openapi.json: do not edit.
"""Types of requests and responses, with the names of the API.

Enumerations are open where the type ends with \`\`| str\`\`: keep an \`\`else\`\`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Literal, TypeAlias

from ._page import Page as Page

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict`;

/** Alternatives are named after the constant that tells them apart. */
function alternative(name: string, { properties = {} }: Schema, index: number): string {
  const constant = Object.values(properties).find((property) => typeof property.const === 'string')?.const;
  return name + (typeof constant === 'string' ? capitalised(constant) : index + 1);
}

const unionOf = (types: string[]) => [...new Set(types)].join(' | ');

export const capitalised = (name: string) => name.replace(/^_/, '').replace(/^./, (first) => first.toUpperCase());

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (/(x|ch|sh|ss)es$/.test(name)) return name.slice(0, -2);
  return name.endsWith('s') && !name.endsWith('ss') ? name.slice(0, -1) : name;
}
