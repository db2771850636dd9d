import { maskUrl } from './mask-url.ts';
import type { Setting } from './settings.ts';

/** Settings for e-mails, which contain links for people who sign in, or alerts of rules (the older webhooks). */
export const mailSettings = {
  smtpUrl: {
    variable: 'DAYBOOK_SMTP_URL',
    kind: 'optionalSmtpUrl',
    fallback: '',
    example: 'smtps://user:secret@mail.example.com:465',
    help: 'Mail server for invitations, password reset links and alerts of rules (the older webhooks); smtp:// uses STARTTLS if the server supports it. Without a mail server, the person who creates a link must pass it on, and rules with e-mail addresses are rejected.',
    mask: (value) => maskUrl(String(value)),
  },
  mailFrom: {
    variable: 'DAYBOOK_MAIL_FROM',
    kind: 'text',
    fallback: '',
    example: 'Daybook <daybook@example.com>',
    help: 'Sender of e-mails. Required with DAYBOOK_SMTP_URL.',
  },
} satisfies Record<string, Setting>;
