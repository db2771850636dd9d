/** A FIFO queue whose `shift` does not move the remaining items. */
export type Fifo<T> = { push(item: T): void; shift(): T | undefined; size(): number };

export function createFifo<T>(): Fifo<T> {
  let items: (T | undefined)[] = [];
  let first = 0;
  return {
    push: (item) => void items.push(item),
    shift() {
      const item = items[first];
      items[first++] = undefined;
      if (first >= items.length) {
        items = [];
        first = 0;
      } else if (first > 1024 && first > items.length / 2) {
        items = items.slice(first);
        first = 0;
      }
      return item;
    },
    size: () => items.length - first,
  };
}
