import { createHash } from 'node:crypto';

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Numbers equal ids: the second `a` becomes `a-2`. */
export function createCounter(): (id: string) => string {
  const seen = new Map<string, number>();
  return (id) => {
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return count === 1 ? id : `${id}-${count}`;
  };
}
