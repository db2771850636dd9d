import { systemClock } from '../../base/clock.ts';
import { newSealingKey } from '../../base/secrets.ts';
import { describeConfig } from '../../config/config.ts';
import { loadConfig } from '../../load-config.ts';
import type { Command } from '../command.ts';
import { table } from '../table.ts';

export const configShow: Command = {
  name: 'config',
  summary: 'Show every setting with its effective value; secrets are masked',
  examples: ['daybook config', 'daybook config --json | jq -r ".[].variable"'],
  async run({ env }) {
    const { config, connectors } = await loadConfig(env);
    const data = describeConfig(config, env, connectors);
    return { data, text: table(data, ['variable', 'value', 'source', 'help']) };
  },
};

export const configNewKey: Command = {
  name: 'config new-key',
  summary: 'Generate a key for DAYBOOK_SECRET_KEYS',
  options: { id: { type: 'string' } },
  optionHelp: { id: "id of the key; default: k and today's date, such as k20261115" },
  examples: [
    'daybook config new-key --id k2',
    'DAYBOOK_SECRET_KEYS="$(daybook config new-key),$DAYBOOK_SECRET_KEYS" daybook secrets reseal',
  ],
  async run({ options }) {
    const id = typeof options.id === 'string' ? options.id : todaysKeyId();
    const text = newSealingKey(id);
    return { data: { id, key: text }, text };
  },
};

export function todaysKeyId(): string {
  return `k${systemClock.now().toISOString().slice(0, 10).replaceAll('-', '')}`;
}
