import { commandLine, writeAudit } from '../../audit/write-audit.ts';
import { roles } from '../../http/access/principal.ts';
import { createMailer } from '../../outbound/mail.ts';
import { makeResetLink } from '../../people/sign-in/request-reset.ts';
import { readPersonLines } from '../../people/store.ts';
import { createPerson } from '../../people/team/create-person.ts';
import { inviteMember } from '../../people/team/invite-member.ts';
import { removePerson, resetPerson } from '../../people/team/repair-person.ts';
import { invitationMs } from '../../people/team/send-link.ts';
import { type Command, oneOf, textOption, UsageError } from '../command.ts';
import { table } from '../table.ts';
import { withBase } from '../with-base.ts';
import { requireAccountId } from './account.ts';

const roleHelp = `one of ${roles.join(', ')}; default: administrator`;

export const personCreate: Command = {
  name: 'person create',
  summary: 'Create a person who can sign in to the portal',
  positionals: ['EMAIL'],
  options: {
    name: { type: 'string' },
    account: { type: 'string' },
    role: { type: 'string' },
    operator: { type: 'boolean' },
    'password-stdin': { type: 'boolean' },
  },
  optionHelp: {
    name: 'display name; default: the part of the e-mail address before the @',
    account: 'account to add the person to; --role sets their role in it',
    role: roleHelp,
    operator: 'give the person access to the operator area and to every account',
    'password-stdin': 'read the password from standard input; default: print a link to set a password',
  },
  examples: [
    'daybook person create ada@example.com --operator',
    'daybook person create ada@example.com --account 019a… --role developer',
  ],
  run: (input) =>
    withBase(input, async (base) => {
      const email = requireEmail(input.positionals[0], 'EMAIL');
      const accountId = textOption(input, 'account');
      const role = oneOf(textOption(input, 'role') ?? 'administrator', roles, '--role');
      const isOperator = input.options.operator === true;
      if (accountId === undefined && !isOperator)
        throw new UsageError('Give --account ACCOUNT_ID, --operator, or both.');
      const password = input.options['password-stdin'] === true ? await readStandardInput() : undefined;
      const { personId, isNew } = await createPerson(base, {
        email,
        name: textOption(input, 'name'),
        password,
        isOperator,
        member: accountId === undefined ? undefined : { accountId: requireAccountId(accountId), role },
        by: commandLine,
      });
      const needsLink = isNew && password === undefined;
      const { baseUrl } = base.config;
      const link = needsLink
        ? await makeResetLink({ ...base, baseUrl }, base.db.system, {
            person: { person_id: personId },
            isMailed: false,
            keptMs: invitationMs,
          })
        : undefined;
      const text = isNew ? `Created ${email} (${personId}).` : `${email} already exists and was updated (${personId}).`;
      return {
        data: { personId, email, isNew, ...(link && { link }) },
        text: link ? `${text}\nThis link sets their password. It works once and expires in 7 days:\n\n${link}` : text,
      };
    }),
};

export const personList: Command = {
  name: 'person list',
  summary: 'List the people who can sign in',
  options: { account: { type: 'string' } },
  optionHelp: { account: 'only the people of this account' },
  examples: ['daybook person list', 'daybook person list --account 019a… --json'],
  run: (input) =>
    withBase(input, async ({ db }) => {
      const account = textOption(input, 'account');
      const accountId = account === undefined ? null : requireAccountId(account);
      const rows = await readPersonLines(db.system, accountId);
      const columns = ['personId', 'email', 'name', 'operator', 'password', 'codes', 'sso', 'accounts', 'lastSeen'];
      return { data: rows, text: table(rows, columns) };
    }),
};

export const personInvite: Command = {
  name: 'person invite',
  summary: 'Invite somebody to an account by e-mail, or print a link if no mail server is configured',
  positionals: ['EMAIL'],
  options: { account: { type: 'string' }, role: { type: 'string' } },
  optionHelp: { account: 'the account', role: roleHelp },
  examples: ['daybook person invite ada@example.com --account 019a…'],
  run: (input) =>
    withBase(input, async (base) => {
      const email = requireEmail(input.positionals[0], 'EMAIL');
      const account = textOption(input, 'account');
      if (account === undefined) throw new UsageError('--account ACCOUNT_ID is required.');
      const accountId = requireAccountId(account);
      const role = oneOf(textOption(input, 'role') ?? 'administrator', roles, '--role');
      const { smtpUrl, mailFrom, baseUrl } = base.config;
      const mailer = smtpUrl ? createMailer({ url: smtpUrl, from: mailFrom }) : undefined;
      try {
        const { mail } = await base.db.transaction(accountId, async (tx) => {
          const invited = await inviteMember({ ...base, baseUrl, mailer }, tx, {
            email,
            role,
            invitedBy: 'The operator',
          });
          await writeAudit(base, tx, {
            accountId,
            actor: commandLine,
            operation: 'daybook person invite',
            subject: { kind: 'invitation', id: invited.invitation.invitationId, name: email },
            after: invited.invitation,
          });
          return invited;
        });
        const data = await mail();
        const how = data.link
          ? `Give them this link. It works once and expires in 7 days:\n\n${data.link}`
          : data.isMailed
            ? 'An e-mail with a link was sent.'
            : 'The mail server did not accept the e-mail. Check the log, then invite them again.';
        return { data, text: `Invited ${email} as ${role}. ${how}` };
      } finally {
        mailer?.close();
      }
    }),
};

export const personReset: Command = {
  name: 'person reset',
  summary: 'Create a link with which somebody who is locked out can set a new password',
  positionals: ['EMAIL'],
  options: { codes: { type: 'boolean' }, 'end-sessions': { type: 'boolean' } },
  optionHelp: {
    codes: 'also remove the registered authenticator app, if the person has lost the device',
    'end-sessions': 'also sign the person out everywhere at once, for a stolen device',
  },
  examples: ['daybook person reset ada@example.com', 'daybook person reset ada@example.com --codes --end-sessions'],
  run: (input) =>
    withBase(input, async (base) => {
      const email = requireEmail(input.positionals[0], 'EMAIL');
      const removeCodes = input.options.codes === true;
      const endSessions = input.options['end-sessions'] === true;
      const { baseUrl } = base.config;
      const data = await resetPerson({ ...base, baseUrl }, { email, removeCodes, endSessions, by: commandLine });
      return {
        data,
        text: `Give this link only to the person themselves. It works once and expires in one day:\n\n${data.link}`,
      };
    }),
};

export const personRemove: Command = {
  name: 'person remove',
  summary: 'Remove a person from every account; they are signed out within a second',
  positionals: ['EMAIL'],
  examples: ['daybook person remove ada@example.com'],
  run: (input) =>
    withBase(input, async (base) => {
      const email = requireEmail(input.positionals[0], 'EMAIL');
      const data = await removePerson({ ...base, baseUrl: base.config.baseUrl }, { email, by: commandLine });
      return {
        data,
        text: `Removed ${email}. Check with "daybook person list --account ACCOUNT_ID" that each of their accounts still has an administrator: ${data.accounts.join(', ') || 'they belonged to no account'}.`,
      };
    }),
};

export function requireEmail(given: string | undefined, name: string): string {
  const email = (given ?? '').trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    throw new UsageError(`${name} must be an e-mail address.`);
  return email;
}

async function readStandardInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  return text.replace(/\r?\n$/, '');
}
