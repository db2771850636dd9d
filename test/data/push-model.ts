import { firstGeneration, roomForPushes } from '../../src/data/write/open-generation.ts';
import type { Reading } from './pushed-data-set.ts';

/** A model of a data set after syncs and pushes, in plain maps: no versions, no counts, no SQL. */
export type Shown = { amount: number; isDeleted: boolean; pushId?: string };
type Change = 'added' | 'updated' | 'deleted';
type Seen = Shown & { since: number };
export type Publication = {
  generation: number;
  pushId?: string;
  changes: { id: string; change: Change; shown: Shown }[];
  list: Map<string, Shown>;
};

export type Model = {
  publications: Publication[];
  isWriting(): boolean;
  start(isFull: boolean): void;
  page(readings: readonly Reading[]): void;
  fail(): void;
  finish(): void;
  push(reading: Reading, pushId: string): { generation: number; change: Change } | undefined;
};

export function createModel(): Model {
  const publications: Publication[] = [];
  const visible = new Map<string, Seen>();
  /** Records in the generation that is being written, and the change that the feed would report for each. */
  let written = new Map<string, { shown: Shown; change: Change }>();
  let published = 0;
  let writing: number | undefined;
  let run: { isFull: boolean; beganAfter: number; seen: Set<string> } | undefined;

  const live = (id: string): Shown | undefined => written.get(id)?.shown ?? visible.get(id);

  function write(id: string, shown: Shown): void {
    const before = written.get(id)?.change;
    // A record that the same generation deletes and then restores counts as an update, even if it was never visible.
    const kept: Change = before === 'added' || (before === undefined && !visible.has(id)) ? 'added' : 'updated';
    written.set(id, { shown, change: shown.isDeleted ? 'deleted' : kept });
  }

  function remove(id: string): void {
    const now = live(id);
    if (now && !now.isDeleted) write(id, { amount: now.amount, isDeleted: true });
  }

  function publish(generation: number, changes: Publication['changes'], pushId?: string): void {
    published = generation;
    for (const { id, shown } of changes) visible.set(id, { ...shown, since: generation });
    const shownOf = ({ since: _, ...shown }: Seen): Shown => shown;
    const list = new Map([...visible].map(([id, seen]) => [id, shownOf(seen)]));
    const sorted = changes.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    publications.push({ generation, changes: sorted, list, ...(pushId !== undefined && { pushId }) });
  }

  return {
    publications,
    isWriting: () => run !== undefined,
    start(isFull) {
      writing ??= published === 0 ? firstGeneration : published + roomForPushes;
      run = { isFull, beganAfter: published, seen: new Set() };
    },
    page(readings) {
      for (const reading of new Map(readings.map((one) => [one.id, one])).values()) {
        run?.seen.add(reading.id);
        if ('isDeleted' in reading) continue;
        const now = live(reading.id);
        const isSame = now && !now.isDeleted && now.pushId === undefined && now.amount === reading.amount;
        if (!isSame) write(reading.id, { amount: reading.amount, isDeleted: false });
      }
      for (const reading of readings) if ('isDeleted' in reading && isLast(readings, reading)) remove(reading.id);
    },
    fail() {
      run = undefined;
    },
    finish() {
      if (run === undefined || writing === undefined) throw new Error('No sync is running.');
      const { isFull, seen, beganAfter } = run;
      if (isFull) {
        for (const id of new Set([...visible.keys(), ...written.keys()])) {
          const isPushedSince = !written.has(id) && (visible.get(id)?.since ?? 0) > beganAfter;
          if (!seen.has(id) && !isPushedSince) remove(id);
        }
      }
      const changes = [...written].map(([id, one]) => ({ id, ...one }));
      if (changes.length > 0 || published === 0) publish(writing, changes);
      written = new Map();
      writing = undefined;
      run = undefined;
    },
    push(reading, pushId) {
      const generation = published + 1;
      if (published === 0 || (writing !== undefined && generation >= writing)) return undefined;
      const now = visible.get(reading.id);
      const isDeleted = 'isDeleted' in reading;
      if (isDeleted && (!now || now.isDeleted)) return undefined;
      const change = isDeleted ? 'deleted' : now ? 'updated' : 'added';
      const amount = 'isDeleted' in reading ? (now?.amount ?? 0) : reading.amount;
      publish(generation, [{ id: reading.id, change, shown: { amount, isDeleted, pushId } }], pushId);
      const later = written.get(reading.id);
      if (later?.change === 'added') later.change = 'updated';
      return { generation, change };
    },
  };
}

/** If a record occurs several times in one page, the last occurrence counts. */
const isLast = (readings: readonly Reading[], reading: Reading) =>
  readings.findLast((one) => one.id === reading.id) === reading;
