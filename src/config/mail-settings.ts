import { maskUrl } from './mask-url.ts';
import type { Setting } from './settings.ts';

/** Settings of e-mail: links for people who sign in, and rules of the older webhooks. */
export const mailSettings = {
  smtpUrl: {
    variable: 'DAYBOOK_SMTP_URL',
    kind: 'optionalSmtpUrl',
    fallback: '',
    example: 'smtps://user:secret@mail.example.com:465',
    help: 'The mail server that e-mails go through: invitations, links for a new password, and rules of the older webhooks; smtp:// uses STARTTLS where the server has it. Without it, links are handed over by whoever makes them, and rules with e-mail addresses are refused.',
    mask: (value) => maskUrl(String(value)),
  },
  mailFrom: {
    variable: 'DAYBOOK_MAIL_FROM',
    kind: 'text',
    fallback: '',
    example: 'Daybook <daybook@example.com>',
    help: 'Who e-mails come from. Needed with DAYBOOK_SMTP_URL.',
  },
} satisfies Record<string, Setting>;
