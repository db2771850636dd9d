import type { Operation, Reference } from './read-document.ts';

/** Operations whose request or response names the schema itself. */
export function usersOf({ operations }: Reference, name: string): Operation[] {
  const wanted = `"#/components/schemas/${name}"`;
  return operations.filter(({ requestBody, responses }) => JSON.stringify([requestBody, responses]).includes(wanted));
}
