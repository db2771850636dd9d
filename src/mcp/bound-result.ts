import type { ToolResult } from './tool.ts';

/** Maximum size of a result, with its two forms: text for older programs, and structured content. */
export const resultBytesMax = 64 * 1024;

type Message = { content: [{ type: 'text'; text: string }]; structuredContent: Record<string, unknown> };

export function messageOf(data: object): Message {
  return {
    content: [{ type: 'text', text: JSON.stringify(data) }],
    structuredContent: data as Record<string, unknown>,
  };
}

const sizeOf = (data: object) => Buffer.byteLength(JSON.stringify(messageOf(data)));

/**
 * Returns the result as a message of at most `resultBytesMax`. Says in `leftOut` what is missing and how to get it. A page
 * of a list keeps only whole records, and so many that `nextPage` continues right after the last of them.
 */
export function boundResult({ data, rest, page }: ToolResult): Message {
  if (sizeOf(data) <= resultBytesMax) return messageOf(data);
  const { results } = data as { results?: unknown[] };
  if (page && results) {
    const divisors = Array.from({ length: page.size }, (_, i) => page.size - i).filter((n) => page.size % n === 0);
    for (const limit of divisors) {
      if (limit >= results.length) continue;
      const nextPage = ((page.number - 1) * page.size) / limit + 2;
      const leftOut = `This page has ${results.length} records; only the first ${limit} fit into ${resultBytesMax / 1024} kB. Continue with limit ${limit} and page ${nextPage}, or choose fewer fields with "fields".`;
      const shorter = { ...data, results: results.slice(0, limit), hasMore: true, limit, nextPage, leftOut };
      if (sizeOf(shorter) <= resultBytesMax) return messageOf(shorter);
    }
  }
  const leftOut = `Long lists and texts were shortened, because a result has at most ${resultBytesMax / 1024} kB. ${rest}`;
  for (const [items, characters] of cuts) {
    const shorter = { ...(shorten(data, items, characters) as object), leftOut };
    if (sizeOf(shorter) <= resultBytesMax) return messageOf(shorter);
  }
  return messageOf({ leftOut: `The result is too long even when it is shortened. ${rest}` });
}

/** Maximum numbers of list items and of characters of a text, tried one after the other. */
const cuts: [items: number, characters: number][] = [
  [200, 4000],
  [50, 1000],
  [20, 500],
  [10, 200],
  [3, 100],
  [1, 50],
];

function shorten(value: unknown, items: number, characters: number): unknown {
  if (typeof value === 'string')
    return value.length > characters ? `${value.slice(0, characters)}… (${value.length} characters)` : value;
  if (Array.isArray(value)) {
    const kept = value.slice(0, items).map((inner) => shorten(inner, items, characters));
    return value.length > items ? [...kept, `… ${value.length - items} more of ${value.length} items`] : kept;
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner, items, characters)]));
}
