import { parseExact } from '@daybook/connector-kit';
import type { ChangedRow } from './run-records.ts';

export type StandingChange = 'entered' | 'changed' | 'left';

/**
 * A record that a generation has changed, with both versions, parsed without losing digits. What events say of it is
 * rendered once, however many queries it concerns.
 */
export class ChangedRecord {
  readonly recordId: string;
  /** The size of both versions. */
  readonly bytes: number;
  readonly #row: ChangedRow;
  #before: unknown;
  #after: unknown;
  readonly #shown = new Map<StandingChange, string>();

  constructor(row: ChangedRow) {
    this.#row = row;
    this.recordId = row.recordId;
    this.bytes = Buffer.byteLength(row.after) + Buffer.byteLength(row.before ?? '');
  }

  /** The version that queries are compared with. Deleted records match nothing. */
  get comparedBefore(): unknown {
    return this.#row.wasDeleted ? undefined : this.#readBefore();
  }

  get comparedAfter(): unknown {
    return this.#row.isDeleted ? undefined : this.#readAfter();
  }

  /** What an event says of the record, with its versions, as JSON. */
  shown(change: StandingChange): string {
    let text = this.#shown.get(change);
    if (text === undefined) {
      const before = this.#readBefore();
      text = JSON.stringify({
        ...this.#about(change),
        ...(before !== undefined && { before }),
        after: this.#readAfter(),
      });
      this.#shown.set(change, text);
    }
    return text;
  }

  /** The same with the path of the versions instead of them. */
  named(change: StandingChange, versions: string): string {
    return JSON.stringify({ ...this.#about(change), versions });
  }

  #about(change: StandingChange): object {
    const { recordId, isDeleted, beforeGeneration } = this.#row;
    return { recordId, change, isDeleted, ...(beforeGeneration !== null && { beforeGeneration }) };
  }

  #readBefore(): unknown {
    if (this.#row.before !== null) this.#before ??= parseExact(this.#row.before);
    return this.#before;
  }

  #readAfter(): unknown {
    this.#after ??= parseExact(this.#row.after);
    return this.#after;
  }
}
