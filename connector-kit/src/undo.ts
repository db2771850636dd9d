/**
 * How a new record is undone: by a deletion, or by an update with `record`, after which the platform's record has the
 * status Void or Archived.
 */
export type Undo = { way: 'delete' } | { way: 'void' | 'archive'; record: object };
export type UndoWay = Undo['way'];

/** The usual ways, for `Push.undo`. */
export const undoBy = {
  delete: (): Undo => ({ way: 'delete' }),
  /** For documents whose update to the status Void changes nothing else. */
  void: (): Undo => ({ way: 'void', record: { status: 'Void' } }),
  /** For parties and accounts whose update changes only the fields that it has. */
  archive: (): Undo => ({ way: 'archive', record: { status: 'Archived' } }),
  /** The same for items, whose status has a name of its own. */
  archiveItem: (): Undo => ({ way: 'archive', record: { itemStatus: 'Archived' } }),
  /** For records whose update needs all of their fields. `status` names the field. */
  archiveWhole:
    (status: 'status' | 'itemStatus') =>
    (record: object): Undo => ({ way: 'archive', record: { ...record, [status]: 'Archived' } }),
  /** For documents of which the platform deletes drafts and voids the others. `isDraft` gets what was created. */
  draft:
    (isDraft: (record: { status?: string }) => boolean) =>
    (record: object): Undo =>
      isDraft(record) ? undoBy.delete() : undoBy.void(),
};
