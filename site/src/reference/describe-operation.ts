import type { Operation } from './read-document.ts';

/** The document ends a description with the scope that a key needs; the page shows it beside the path. */
export function describeOperation({ description = '' }: Operation): { text: string; scope: string | undefined } {
  const found = / ?Needs the scope `([^`]+)`\.$/.exec(description);
  const needless = / ?(?:Needs no authentication|Only for signed-in people, not for API keys)\.$/;
  return { text: description.slice(0, found?.index).replace(needless, ''), scope: found?.[1] };
}

/** One sentence about an operation, for search engines and lists. */
export function firstSentenceOf(operation: Operation): string {
  const { text } = describeOperation(operation);
  return (text.split(/(?<=\.)\s/)[0] || `${operation.summary}.`).replaceAll('`', '');
}
