import { sendLoad } from './send-load.ts';

/** Sends the load of one cell from a process of its own, so that the test's other work does not delay it. */
const load = sendLoad(JSON.parse(process.argv[2] ?? ''));
process.on('message', async (order) => {
  if (order === 'stop') await load.stop();
  process.send?.({ window: load.cut(), created: load.created });
  if (order === 'stop') process.disconnect();
});
