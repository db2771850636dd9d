import { noAccount } from '../../http/access/principal.ts';
import { readMaintenance, readProcesses, setMaintenance } from '../../operations/store.ts';
import { type Command, type CommandInput, numberOption, textOption } from '../command.ts';
import { table } from '../table.ts';
import { type Base, withBase } from '../with-base.ts';

export const maintenanceOn: Command = {
  name: 'maintenance on',
  summary: 'Start maintenance: answer requests with 503 and pause the workers; nothing is lost',
  options: { message: { type: 'string' }, 'retry-after': { type: 'string' } },
  optionHelp: { message: 'text shown to clients', 'retry-after': 'seconds until clients should retry; default: 60' },
  examples: ['daybook maintenance on', 'daybook maintenance on --message "back at 10:00 UTC" --retry-after 600'],
  run: (input) =>
    withBase(input, async (base) => {
      const retryAfterSeconds = numberOption(input, 'retry-after', { fallback: 60, max: 999_999 });
      const message = textOption(input, 'message') ?? null;
      await switchTo(base, input, { on: true, message, retryAfterSeconds });
      return {
        data: { maintenance: true },
        text: 'Maintenance is on. Running processes pause within two seconds. End it with "daybook maintenance off".',
      };
    }),
};

export const maintenanceOff: Command = {
  name: 'maintenance off',
  summary: 'End maintenance',
  examples: ['daybook maintenance off'],
  run: (input) =>
    withBase(input, async (base) => {
      await switchTo(base, input, { on: false, message: null, retryAfterSeconds: 60 });
      return { data: { maintenance: false }, text: 'Maintenance is off. Running processes resume within two seconds.' };
    }),
};

export const maintenanceStatus: Command = {
  name: 'maintenance status',
  summary: 'Show whether maintenance is on, and list the processes of this installation',
  examples: ['daybook maintenance status'],
  run: (input) =>
    withBase(input, async ({ db }) => {
      const state = await readMaintenance(db.system);
      const processes = await readProcesses(db.system);
      const head = state.maintenance
        ? `Maintenance has been ON since ${state.maintenance_since?.toISOString()}.`
        : 'Maintenance is off.';
      return {
        data: {
          maintenance: state.maintenance,
          since: state.maintenance_since,
          message: state.maintenance_message,
          processes,
        },
        text: `${head}\n\n${table(processes, ['process_id', 'role', 'host', 'pid', 'version', 'started_at', 'heartbeat_at'])}`,
      };
    }),
};

async function switchTo(
  base: Base,
  input: CommandInput,
  { on, ...more }: { on: boolean; message: string | null; retryAfterSeconds: number },
): Promise<void> {
  await base.db.system.transaction().execute(async (tx) => {
    await setMaintenance(tx, { on, ...more, since: base.clock.now() });
    await input.keep(base, tx, { accountId: noAccount, data: { maintenance: on, ...(on && more) } });
  });
}
