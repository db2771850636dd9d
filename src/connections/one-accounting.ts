/**
 * A company can have only one linked accounting system. Platforms of other types can be linked side by side. The unique
 * index `connection_one_accounting` enforces the rule, even for concurrent requests.
 */
export function findConflict<One extends { status: string; sourceType: string }>(
  connections: readonly One[],
  sourceType: string,
): One | undefined {
  if (sourceType !== 'Accounting') return undefined;
  return connections.find((one) => one.status === 'Linked' && one.sourceType === sourceType);
}

/** Whether PostgreSQL rejected a statement because it would have linked a second accounting system. */
export function isConflict(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'connection_one_accounting';
}
