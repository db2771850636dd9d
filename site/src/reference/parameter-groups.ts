import type { Operation, Parameter } from './read-document.ts';

export type ParameterGroup = { title: string; id: string; parameters: Parameter[] };

export function parameterGroups({ parameters = [] }: Operation): ParameterGroup[] {
  return [
    { title: 'Path parameters', id: 'path-parameters', where: 'path' },
    { title: 'Query parameters', id: 'query-parameters', where: 'query' },
    { title: 'Headers', id: 'headers', where: 'header' },
  ]
    .map(({ where, ...group }) => ({ ...group, parameters: parameters.filter((one) => one.in === where) }))
    .filter((group) => group.parameters.length > 0);
}

/** The headings of an operation's page. */
export const partsOf = (operation: Operation) => [
  ...parameterGroups(operation).map(({ id, title }) => ({ id, title })),
  ...(operation.requestBody ? [{ id: 'body', title: 'Body' }] : []),
  { id: 'response', title: 'Response' },
  { id: 'errors', title: 'Errors' },
];
