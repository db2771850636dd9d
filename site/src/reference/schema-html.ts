import { escapeHtml, inline } from './highlight.ts';
import { type Document, kebab, type Parameter, resolve, type Schema } from './read-document.ts';

/** Deeper objects are shown as a link to their schema. */
const depthMax = 5;

/**
 * `isShallow`: named objects are links, as on the page of a schema. `isAnswer`: fields that may be absent are marked; of
 * a request, those that must be there.
 */
type Place = { document: Document; base: string; seen?: readonly string[]; isShallow?: true; isAnswer?: true };

/** The fields of an object, with those of nested objects folded below their field. */
export function fieldsHtml(schema: Schema, place: Place): string {
  const { schema: own, name } = resolve(place.document, schema);
  const merged = (own.allOf ?? []).map((one) => resolve(place.document, one).schema);
  const properties = Object.assign({}, ...merged.map((one) => one.properties ?? {}), own.properties ?? {}) as Record<
    string,
    Schema
  >;
  const required = new Set([...merged, own].flatMap((one) => one.required ?? []));
  const inside = { ...place, seen: [...(place.seen ?? []), ...(name ? [name] : [])] };
  const rows = Object.entries(properties).map(([key, field]) =>
    row({ name: key, schema: field, isRequired: required.has(key), description: field.description }, inside),
  );
  return rows.length > 0 ? `<ul class="fields">${rows.join('')}</ul>` : '';
}

export function parametersHtml(parameters: Parameter[], place: Place): string {
  const rows = parameters.map(({ name, required, description, schema }) =>
    row({ name, schema, isRequired: required === true, description: description ?? schema.description }, place),
  );
  return `<ul class="fields">${rows.join('')}</ul>`;
}

function row(
  field: { name: string; schema: Schema; isRequired: boolean; description: string | undefined },
  place: Place,
): string {
  const { schema } = resolve(place.document, field.schema);
  const description = field.description ?? schema.description;
  const marks = place.isAnswer
    ? field.isRequired
      ? ''
      : '<span class="optional">optional</span>'
    : field.isRequired
      ? '<span class="required">required</span>'
      : '';
  return `<li><div class="field"><code>${escapeHtml(field.name)}</code> <span class="type">${typeHtml(field.schema, place)}</span>${marks}</div>${
    description ? `<p class="field-text">${inline(description)}</p>` : ''
  }${choices(schema)}${children(field.schema, place)}</li>`;
}

/** What is inside of an object, a list or a choice, folded. */
function children(given: Schema, place: Place): string {
  const { schema, name } = resolve(place.document, given);
  if (schema.type === 'array' && schema.items) return children(schema.items, place);
  if (name && (place.isShallow || place.seen?.includes(name))) return '';
  const inside = { ...place, seen: [...(place.seen ?? []), name ?? ''] };
  if (inside.seen.length > depthMax) return '';
  const variants = schema.anyOf ?? schema.oneOf;
  const html = variants
    ? variants
        .map((one) => ({ one, html: fieldsHtml(one, inside) }))
        .filter((variant) => variant.html !== '')
        .map((variant) => `<p class="field-text variant">${typeHtml(variant.one, place)}</p>${variant.html}`)
        .join('')
    : fieldsHtml(schema, inside);
  if (html === '') return '';
  // The search finds named objects on their own pages.
  return `<details class="children"${name ? ' data-pagefind-ignore' : ''}><summary>${name ? `${escapeHtml(name)}: fields` : 'Fields'}</summary>${html}</details>`;
}

function choices({ enum: values }: Schema): string {
  if (!values || values.length < 4) return '';
  return `<p class="field-text choices">${values.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' ')}</p>`;
}

export function typeHtml(given: Schema, place: Place): string {
  const { schema, name } = resolve(place.document, given);
  if (schema.const !== undefined) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.enum)
    return schema.enum.length < 4
      ? schema.enum.map((value) => `<code>${escapeHtml(String(value))}</code>`).join(' or ')
      : 'one of';
  if (schema.type === 'array' && schema.items) {
    const limit = range(schema.minItems, schema.maxItems, 'items');
    return `list of ${typeHtml(schema.items, place)}${limit && `, ${limit}`}`;
  }
  if (name) return `<a href="${place.base}/reference/schemas/${kebab(name)}/">${escapeHtml(name)}</a>`;
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map((one) => typeHtml(one, place)))].join(' or ');
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any value');
  const limits = [
    schema.format,
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minimum, schema.maximum, ''),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ];
  return escapeHtml([type, ...limits.filter(Boolean)].join(', '));
}

/** 2147483647 and the like are no limits that a reader cares about. */
function range(low: number | undefined, high: number | undefined, unit: string): string {
  const most = high !== undefined && high < 1e9 ? high.toLocaleString('en') : undefined;
  if (most === undefined)
    return low === undefined || low === 0 ? '' : `at least ${low.toLocaleString('en')} ${unit}`.trim();
  return `${low === undefined || low === 0 ? 'up to' : `${low.toLocaleString('en')} to`} ${most} ${unit}`.trim();
}
