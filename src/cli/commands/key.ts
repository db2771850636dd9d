import { createApiKey } from '../../accounts/create-api-key.ts';
import { deleteApiKey } from '../../accounts/delete-api-key.ts';
import { readKeys } from '../../accounts/store.ts';
import { isUuid } from '../../base/ids.ts';
import { scopes } from '../../http/access/principal.ts';
import { type Command, oneOf, textOption, UsageError } from '../command.ts';
import { table } from '../table.ts';
import { withBase } from '../with-base.ts';
import { requireAccount, requireAccountId } from './account.ts';

export const keyCreate: Command = {
  name: 'key create',
  summary: 'Create an API key; its secret is shown once',
  positionals: ['ACCOUNT_ID'],
  options: { name: { type: 'string' }, scopes: { type: 'string' }, expires: { type: 'string' } },
  optionHelp: {
    name: '1 to 50 characters; default: operator',
    scopes: `comma-separated list of ${scopes.join(', ')}; default: all but passThrough`,
    expires: 'a time such as 2027-01-31T00:00:00Z; default: never',
  },
  examples: ['daybook key create 019a… --name first', 'daybook key create 019a… --name reader --scopes read --json'],
  run: (input) =>
    withBase(input, async (base) => {
      const accountId = requireAccountId(input.positionals[0]);
      const wanted = textOption(input, 'scopes')
        ?.split(',')
        .map((scope) => oneOf(scope.trim(), scopes, '--scopes'));
      const expires = textOption(input, 'expires');
      if (expires !== undefined && Number.isNaN(Date.parse(expires)))
        throw new UsageError('--expires must be a time such as 2027-01-31T00:00:00Z.');
      const name = textOption(input, 'name') ?? 'operator';
      if (name.length < 1 || name.length > 50) throw new UsageError('--name must have 1 to 50 characters.');
      const data = await base.db.transaction(accountId, async (tx) => {
        const made = await createApiKey(base, tx, { name, scopes: wanted, expires });
        await input.keep(base, tx, { accountId, data: made });
        return made;
      });
      return {
        data,
        text: `${data.secret}\n\nStore the key safely: it is not shown again. To try it: curl -u ${data.secret}: ${base.config.baseUrl}/companies`,
      };
    }),
};

export const keyList: Command = {
  name: 'key list',
  summary: "List an account's API keys, including deleted ones",
  positionals: ['ACCOUNT_ID'],
  examples: ['daybook key list 019a…'],
  run: (input) =>
    withBase(input, async (base) => {
      const { accountId } = await requireAccount(base, input.positionals[0]);
      const rows = await base.db.transaction(accountId, readKeys);
      const data = rows.map((row) => ({
        apiKeyId: row.api_key_id,
        name: row.name,
        prefix: row.prefix,
        scopes: row.scopes,
        created: row.created_at,
        lastUsed: row.last_used_at,
        expires: row.expires_at,
        deleted: row.deleted_at,
      }));
      return {
        data,
        text: table(data, ['apiKeyId', 'name', 'prefix', 'scopes', 'created', 'lastUsed', 'expires', 'deleted']),
      };
    }),
};

export const keyDelete: Command = {
  name: 'key delete',
  summary: 'Delete an API key; requests that use it are then rejected with 403',
  positionals: ['ACCOUNT_ID', 'API_KEY_ID'],
  examples: ['daybook key delete 019a… 019b…'],
  run: (input) =>
    withBase(input, async (base) => {
      const accountId = requireAccountId(input.positionals[0]);
      const apiKeyId = input.positionals[1] ?? '';
      if (!isUuid(apiKeyId)) throw new UsageError('API_KEY_ID must be a UUID; see "daybook key list".');
      const data = { apiKeyId, deleted: true };
      await base.db.transaction(accountId, async (tx) => {
        await deleteApiKey(base, tx, { apiKeyId });
        await input.keep(base, tx, { accountId, data });
      });
      return { data, text: 'Deleted. Running processes reject the key within a second.' };
    }),
};
