import { writeSync } from 'node:fs';
import { runNamed } from '../../bench/run-named.ts';
// Its exit hook is part of what is tried.
import '../../dev/embedded-postgres.ts';

/** `node test/bench/ends-early.ts NAME`: runs that end in all the ways in which a report could be missing. */
const report = { name: 'ends', figures: {}, bars: [] };
const later = () => new Promise((resolve) => setTimeout(resolve, 60_000));

await runNamed('bench', {
  finishes: async () => report,
  throws: async () => {
    throw Object.assign(new Error('it failed', { cause: new Error('the cause') }), { stdout: 'the findings' });
  },
  'never-settles': () => new Promise(() => {}),
  'rejects-unhandled': async () => {
    Promise.reject(new Error('nobody listens'));
    await later();
    return report;
  },
  'throws-uncaught': async () => {
    setTimeout(() => {
      throw new Error('nobody catches');
    });
    await later();
    return report;
  },
  exits: async () => process.exit(0),
  waits: async () => {
    writeSync(2, 'waiting\n');
    await later();
    return report;
  },
  'is-cut-off': async () => {
    writeSync(2, 'waiting\n');
    await new Promise((resolve) => setTimeout(resolve, 300));
    return report;
  },
});
