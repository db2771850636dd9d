import type { Command, CommandDescription } from './command.ts';
import described from './commands.gen.json' with { type: 'json' };

/**
 * The files with commands, in the order of the help. A file is loaded only when one of its commands runs, because most
 * of these files load the whole server. `daybook help` reads commands.gen.json instead. `npm run commands` writes it.
 */
export const commandFiles: Readonly<Record<string, () => Promise<object>>> = {
  'commands/start': () => import('./commands/start.ts'),
  'commands/serve': () => import('./commands/serve.ts'),
  'commands/config': () => import('./commands/config.ts'),
  'commands/db': () => import('./commands/db.ts'),
  'commands/db-check': () => import('./commands/db-check.ts'),
  'commands/account': () => import('./commands/account.ts'),
  'commands/account-move': () => import('./commands/account-move.ts'),
  'commands/key': () => import('./commands/key.ts'),
  'commands/person': () => import('./commands/person.ts'),
  'commands/audit': () => import('./commands/audit.ts'),
  'commands/sync': () => import('./commands/sync.ts'),
  'commands/push': () => import('./commands/push.ts'),
  'commands/webhooks': () => import('./commands/webhooks.ts'),
  'commands/messages': () => import('./commands/messages.ts'),
  'migration/migration': () => import('./migration/migration.ts'),
  'commands/maintenance': () => import('./commands/maintenance.ts'),
  'commands/cells': () => import('./commands/cells.ts'),
  'commands/proof': () => import('./commands/proof.ts'),
  'commands/secrets': () => import('./commands/secrets.ts'),
  'listen/listen': () => import('./listen/listen.ts'),
  'listen/trigger': () => import('./listen/trigger.ts'),
  'mcp/mcp': () => import('./mcp/mcp.ts'),
  'mirror/mirror': () => import('./mirror/mirror.ts'),
  'connection/connection-import': () => import('./connection/connection-import.ts'),
  'commands/sandbox': () => import('./commands/sandbox.ts'),
  'connector/connector': () => import('./connector/connector.ts'),
  'connector/record': () => import('./connector/record.ts'),
  'shell/completion': () => import('./shell/completion.ts'),
  'shell/man': () => import('./shell/man.ts'),
};

/**
 * An entry of commands.gen.json: the description of a command, the file that exports the command, and the name of the
 * export.
 */
export type DescribedCommand = CommandDescription & { file: string; exportedAs: string };

export type ListedCommand = CommandDescription & { load(): Promise<Command> };

/** Every command of the program. */
export const commands: readonly ListedCommand[] = (described as DescribedCommand[]).map(
  ({ file, exportedAs, ...description }) => ({
    ...description,
    async load() {
      const exported = (await commandFiles[file]?.()) as Record<string, Command> | undefined;
      const command = exported?.[exportedAs];
      if (!command) throw new Error(`commands.gen.json is out of date: ${file} has no ${exportedAs}.`);
      return command;
    },
  }),
);
