/**
 * Compares two OpenAPI documents without their texts (description, summary, title, examples). Returns a line for every
 * difference, with its path in the document; none means that clients cannot tell the documents apart.
 */
export function compareOpenapi(before: unknown, after: unknown): string[] {
  return compare('', before, after);
}

const texts = ['description', 'summary', 'title'];
const examples = ['example', 'examples'];
const shownMax = 120;

function compare(path: string, before: unknown, after: unknown): string[] {
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys
      .filter((key) => !isText(path, key, before[key] ?? after[key]))
      .flatMap((key) => compare(`${path}/${key.replaceAll('/', '~1')}`, before[key], after[key]));
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((value, at) => compare(`${path}/${at}`, value, after[at]));
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [`${path || '/'}: ${show(before)} → ${show(after)}`];
}

/** In `properties`, a key is the name of a field, which may be "title" or "description". */
function isText(path: string, key: string, value: unknown): boolean {
  if (path.endsWith('/properties')) return false;
  return (texts.includes(key) && typeof value === 'string') || examples.includes(key);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  if (value === undefined) return '(nothing)';
  const text = JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}
