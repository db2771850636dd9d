import { isObject, type Push, type PushOperation, type UndoWay } from '@daybook/connector-kit';
import { splitCustom } from '../custom/custom-values.ts';

/** How a step will be undone. `recordText`: the record of the update, with references to earlier steps. */
export type PlannedUndo = { way: UndoWay; recordText?: string };

export const undoOperation = (way: UndoWay): PushOperation => (way === 'delete' ? 'delete' : 'update');

/** Only new records can be undone, because a change or a deletion has replaced what was there. */
export function planUndo(
  push: Push,
  { operation, record }: { operation: string; record: unknown },
): PlannedUndo | undefined {
  const { record: own } = splitCustom(record);
  if (operation !== 'create' || !isObject(own)) return undefined;
  const undo = push.undo?.(own);
  if (!undo || !push.operations[undoOperation(undo.way)]) return undefined;
  return undo.way === 'delete' ? undo : { way: undo.way, recordText: JSON.stringify(undo.record) };
}
