import { isDeepStrictEqual } from 'node:util';
import { say } from '../../../bench/report.ts';

/** Counts the calls of a vendor's client and what went wrong. A call that answers something else is an error too. */
export type Calls = {
  /** Makes a call and returns its result; undefined if it failed. */
  call(name: string, run: () => Promise<unknown>): Promise<unknown>;
  /** Makes a call that must fail, and returns the error. */
  refused(name: string, run: () => Promise<unknown>): Promise<unknown>;
  /** Compares a value of the last call. */
  expect(what: string, actual: unknown, wanted: unknown): void;
  counts(): { calls: number; errors: number };
};

export function countCalls(): Calls {
  let [calls, errors, last] = [0, 0, ''];
  const fail = (text: string) => {
    errors++;
    say(`${last}: ${text}`);
  };
  return {
    async call(name, run) {
      calls++;
      last = name;
      try {
        return await run();
      } catch (error) {
        fail(`failed: ${describe(error)}`);
        return undefined;
      }
    },
    async refused(name, run) {
      calls++;
      last = name;
      try {
        fail(`was not refused: ${describe(await run())}`);
        return undefined;
      } catch (error) {
        return error;
      }
    },
    expect(what, actual, wanted) {
      if (!isDeepStrictEqual(actual, wanted)) fail(`${what} is ${describe(actual)} instead of ${describe(wanted)}`);
    },
    counts: () => ({ calls, errors }),
  };
}

function describe(value: unknown): string {
  const text = value instanceof Error ? `${value.message} ${JSON.stringify(value)}` : (JSON.stringify(value) ?? '');
  return (text.length > 2 ? text : String(value)).slice(0, 800);
}

/** The value at a path such as `body.invoices.0.status`, or undefined. */
export function valueAt(from: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], from);
}

export const textAt = (from: unknown, path: string) => String(valueAt(from, path));

/** The length of the list at a path; -1 if there is none. */
export function lengthAt(from: unknown, path: string): number {
  const found = valueAt(from, path);
  return Array.isArray(found) ? found.length : -1;
}
