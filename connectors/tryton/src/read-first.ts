import { NotSent, Unavailable } from '@daybook/connector-kit';
import { readRows } from './pull-records.ts';
import type { Tryton } from './session.ts';
import type { Domain, Source } from './source.ts';

/**
 * Reading a record with all its related records is the slowest call of a push. It takes 0.1 s, and more than 0.25 s on
 * a busy machine, which is too long for some proxies. If a proxy cuts off the call, `readFirst` reads the record in
 * parts.
 */
export async function readFirst(tryton: Tryton, source: Source, domain: Domain): Promise<{ id: number } | undefined> {
  const read = async (fields: readonly string[], where: Domain) =>
    (await readRows(tryton, { source: { ...source, fields }, domain: where, after: 0, limit: 1 }))[0];
  try {
    return await read(source.fields, domain);
  } catch (error) {
    if (!(error instanceof Unavailable) || error instanceof NotSent) throw error;
  }
  const parts = Object.values(
    Object.groupBy(source.fields, (field) => (field.includes('.') ? field.split('.')[0] : '') ?? ''),
  );
  const found = await insistently(() => read(parts[0] ?? [], domain));
  if (!found) return undefined;
  for (const part of parts.slice(1))
    Object.assign(found, await insistently(() => read(part ?? [], [['id', '=', found.id]])));
  return found;
}

/**
 * Repeats a read that a proxy has cut off. The next attempt is often faster, because Tryton completes the interrupted
 * call and caches what it has read.
 */
async function insistently<T>(read: () => Promise<T>): Promise<T> {
  for (let reads = 1; ; reads++) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Unavailable) || error instanceof NotSent || reads === readsMax) throw error;
    }
  }
}
const readsMax = 3;
