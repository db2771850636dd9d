import { type Book, layoutOf } from './book.ts';
import { type CompanyChanges, changesOf, recordChange } from './company-changes.ts';
import { mix, Random } from './random.ts';
import { createLayout, idAt, indexAt, newId } from './record-ids.ts';

export type ChangeOrder = { dataType: string; update: number; create: number; delete: number; seed: number };

export type ChangesMade = { updated: string[]; created: string[]; deleted: string[]; position: number };

/**
 * Creates, updates and deletes as many records as a change order (`ChangeOrder`) asks for. The seed and the earlier
 * changes determine which records change. So the same change orders, made in the same sequence, always have the same
 * outcome. One change order never changes a record twice.
 */
export function makeChanges(
  book: Book,
  changes: CompanyChanges,
  order: ChangeOrder,
  logMax: number,
): ChangesMade | 'too many' {
  const layout = layoutOf(book, order.dataType);
  const type = changesOf(changes, order.dataType);
  const total = layout.count + type.added.length;
  if (order.update + order.delete > total - type.deletedCount) return 'too many';
  const seed = mix(mix(layout.seed, order.seed), changes.position);

  const existing: { id: string; index: number }[] = [];
  const addedBefore = [...type.added];
  // Visits each record once, in a shuffled order.
  const walk = createLayout({ prefix: '', count: total, seed });
  for (let step = 0; existing.length < order.update + order.delete; step++) {
    const place = indexAt(walk, step);
    const record =
      place < layout.count
        ? { id: idAt(layout, place), index: indexAt(layout, place) }
        : (addedBefore[place - layout.count] as { id: string; index: number });
    if (!type.touched.get(record.id)?.isDeleted) existing.push(record);
  }
  const updated = existing.slice(0, order.update);
  const deleted = existing.slice(order.update);

  const random = new Random(seed);
  const created: { id: string; index: number }[] = [];
  const note = (kind: 'create' | 'update' | 'delete', record: { id: string; index: number }) =>
    recordChange(changes, order.dataType, { ...record, kind }, logMax);
  for (let number = 0; number < order.create; number++) {
    const id = newId(layout, random, changesOf(changes, order.dataType).touched);
    const record = { id, index: layout.count + addedBefore.length + number };
    created.push(record);
    note('create', record);
  }
  for (const record of updated) note('update', record);
  for (const record of deleted) note('delete', record);
  const ids = (records: { id: string }[]) => records.map((record) => record.id);
  return { updated: ids(updated), created: ids(created), deleted: ids(deleted), position: changes.position };
}
