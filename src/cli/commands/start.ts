import { createLog } from '../../base/log.ts';
import { newSealingKey } from '../../base/secrets.ts';
import { ConfigError } from '../../config/config.ts';
import type { Env } from '../../config/env.ts';
import { hasKeys, keyFilePath, withKeyFile, withKeys, writeKeyFile } from '../../config/key-file.ts';
import { waitForDatabase } from '../../db/wait-for-database.ts';
import { loadConfig } from '../../load-config.ts';
import { countSealed } from '../../operations/reseal.ts';
import { prepareFirstOperator } from '../../people/team/first-operator.ts';
import { askFor } from '../ask-for.ts';
import { type Command, type CommandInput, textOption } from '../command.ts';
import { type Base, withBase } from '../with-base.ts';
import { todaysKeyId } from './config.ts';
import { requireEmail } from './person.ts';
import { prepareSchema, serveUntilStopped } from './serve.ts';

const localOperator = 'operator@localhost';

export const start: Command = {
  name: 'start',
  summary: 'Create what is missing (schema, sealing key, first operator), then run the service as "serve" does',
  options: { operator: { type: 'string' } },
  optionHelp: {
    operator: `e-mail address of the first operator; default: ask at the terminal, or ${localOperator} without a terminal`,
  },
  examples: [
    'DAYBOOK_DATABASE_URL=postgres://daybook:…@localhost/daybook daybook start',
    'daybook start --operator ada@example.com',
  ],
  async run(input) {
    const given = textOption(input, 'operator');
    const operator = given === undefined ? undefined : requireEmail(given, '--operator');
    const { newKey, ...chosen } = chooseKeys(input.env);
    let { env } = chosen;
    // At a terminal, log only warnings, so that people see the lines that this command prints.
    if (process.stdout.isTTY && !env.DAYBOOK_LOG_LEVEL) env = { ...env, DAYBOOK_LOG_LEVEL: 'warn' };
    const { config } = await loadConfig(env);
    const log = createLog({ level: config.logLevel });
    await waitForDatabase({ url: config.directDatabaseUrl, log });
    await prepareSchema(config, log);
    if (newKey) env = await withBase({ ...input, env }, (base) => keepKey(input, base, newKey));
    const first = await withBase({ ...input, env }, (base) =>
      prepareFirstOperator(
        { ...base, baseUrl: config.baseUrl },
        { chooseEmail: async () => operator ?? (await askForEmail()) },
      ),
    );
    await serveUntilStopped((await loadConfig(env)).config, {
      log,
      onReady() {
        if (first) {
          input.print(`\nThis link sets the password of the operator ${first.email}. It works once, for 7 days:\n`);
          input.print(`  ${first.link}\n`);
        }
        if (first || process.stdout.isTTY)
          input.print(`Daybook is running. Portal: ${config.baseUrl}/portal/   API: ${config.baseUrl}/docs`);
      },
    });
    return undefined;
  },
};

type NewKey = { path: string; key: string };

/**
 * Returns the environment with the sealing keys: those of the environment itself or of the key file. If there are none,
 * generates a key, which `keepKey` writes to the key file later.
 */
function chooseKeys(given: Env): { env: Env; newKey?: NewKey } {
  const env = withKeyFile(given);
  if (hasKeys(env)) return { env };
  const path = keyFilePath(env);
  if (path === undefined)
    throw new ConfigError([
      'There is no home folder for the sealing key. Set DAYBOOK_SECRET_KEYS_FILE to the path of a file.',
    ]);
  const key = newSealingKey(todaysKeyId());
  return { env: withKeys(env, key), newKey: { path, key } };
}

/**
 * Writes the new key to the key file before anything is encrypted with the key. Fails if the database already contains
 * secrets, because these were encrypted with a key that this machine does not have.
 */
async function keepKey({ env, print }: CommandInput, { db }: Base, { path, key }: NewKey): Promise<Env> {
  const used = new Set((await countSealed(db)).map(({ keyId }) => keyId));
  if (used.size > 0)
    throw new ConfigError([
      `The secrets in this database are encrypted with the key ${[...used].map((id) => `"${id}"`).join(', ')}, which this machine does not have. Copy the key file of the other machine to ${path}, or set DAYBOOK_SECRET_KEYS.`,
    ]);
  if (writeKeyFile(path, key))
    print(
      `Created the sealing key in ${path}. Keep a copy apart from the database's backups: without it, the stored secrets cannot be decrypted.`,
    );
  // Read the file again. Another process may have created it in the meantime, and then the key of that process is used.
  return withKeyFile(env);
}

async function askForEmail(): Promise<string> {
  if (!process.stdin.isTTY) return localOperator;
  const email = await askFor(`Your e-mail address, to sign in to the portal as operator [${localOperator}]`, {
    isSecret: false,
  });
  return email ? requireEmail(email, 'The answer') : localOperator;
}
