import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A request that was sent, and the response that came back. `npm run examples` records them. */
export type Example = {
  title: string;
  request: {
    method: string;
    path: string;
    query?: Record<string, string>;
    headers?: Record<string, string>;
    body?: unknown;
  };
  response: { status: number; contentType?: string; body?: unknown };
};

export type Examples = {
  /** By operation. */
  operations: Map<string, Example[]>;
  /** By error code. */
  errors: Map<string, Example>;
};

const folder = new URL('./examples/', import.meta.url);

export function readExamples(): Examples {
  const operations = new Map(readFolder<Example[]>('operations/'));
  for (const [operationId, captured] of readFolder<{ example: Example }>('from-tests/'))
    operations.set(operationId, [captured.example]);
  const errors = readFolder<{ example: Example }>('errors/').map(([code, { example }]) => [code, example] as const);
  return { operations, errors: new Map(errors) };
}

function readFolder<T>(name: string): [string, T][] {
  const place = new URL(name, folder);
  if (!existsSync(place)) return [];
  return readdirSync(place)
    .sort()
    .map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(new URL(file, place), 'utf8'))]);
}

/** The examples of one kind of content, as OpenAPI lists them. Their names are their titles with hyphens. */
export function namedExamples(examples: { title: string; value: unknown }[]): Record<string, object> {
  return Object.fromEntries(examples.map(({ title, value }) => [exampleName(title), { summary: title, value }]));
}

export const exampleName = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
