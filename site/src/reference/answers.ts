import { type Document, type Operation, resolve, type Schema } from './read-document.ts';

export type Answer = { status: string; description: string; schema: Schema | undefined; types: string[] };

/** The responses of an operation: those that it describes itself, and the statuses of its errors. */
export function answersOf({ responses }: Operation): { answers: Answer[]; errors: string[] } {
  const all = Object.entries(responses);
  const isError = (status: string) => Number(status) >= 400;
  return {
    answers: all
      .filter(([status]) => !isError(status))
      .map(([status, { description = '', content = {} }]) => ({
        status,
        description,
        types: Object.keys(content),
        schema: (content['application/json'] ?? Object.values(content)[0])?.schema,
      })),
    errors: all.map(([status]) => status).filter(isError),
  };
}

/** What a page of a list consists of; undefined for anything that is not a page. */
export function pageItem(document: Document, given: Schema): Schema | undefined {
  const { properties } = resolve(document, given).schema;
  return properties?.results && properties._links && properties.totalResults ? properties.results.items : undefined;
}
