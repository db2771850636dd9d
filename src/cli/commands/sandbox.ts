import { startSandbox } from '@daybook/sandbox';
import { type Command, numberOption, textOption } from '../command.ts';

export const sandbox: Command = {
  name: 'sandbox',
  summary: 'Run the "sandbox" platform, a simulated accounting system for trials, tests and benchmarks, until stopped',
  options: {
    host: { type: 'string' },
    port: { type: 'string' },
    'page-size': { type: 'string' },
    'token-seconds': { type: 'string' },
    'changes-kept': { type: 'string' },
    'state-file': { type: 'string' },
  },
  optionHelp: {
    host: 'address to listen on (default 127.0.0.1)',
    port: 'port to listen on (default 8090; 0 picks a free port)',
    'page-size': 'maximum number of records on a page (default 1000)',
    'token-seconds': 'lifetime of an access token in seconds (default 1800)',
    'changes-kept':
      'maximum number of changes kept per company; a request for older changes is rejected (default 1000000)',
    'state-file': 'file that preserves changes and writes across restarts (default: none; a restart loses them)',
  },
  examples: ['daybook sandbox', 'daybook sandbox --port 8090 --page-size 200 --state-file sandbox.jsonl'],
  async run(input) {
    const stateFile = textOption(input, 'state-file');
    const running = await startSandbox({
      host: textOption(input, 'host') ?? '127.0.0.1',
      port: numberOption(input, 'port', { fallback: 8090, min: 0, max: 65_535 }),
      pageSizeMax: numberOption(input, 'page-size', { fallback: 1000, max: 1000 }),
      tokenSeconds: numberOption(input, 'token-seconds', { fallback: 1800, max: 86_400 }),
      changesKept: numberOption(input, 'changes-kept', { fallback: 1_000_000, max: 10_000_000 }),
      ...(stateFile !== undefined && { stateFile }),
    });
    input.print(
      `The sandbox is ready at ${running.url}. A company exists as soon as you use its name. For example, acme-5000 has 5,000 invoices and the secret sandbox-acme-5000.`,
    );
    await new Promise<void>((resolve) => {
      for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve());
    });
    await running.stop();
    return undefined;
  },
};
