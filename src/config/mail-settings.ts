import { optionalSmtpUrl, text } from './setting.ts';

/** Settings for e-mails: invitations, password reset links, notices, and alerts of rules (the older webhooks). */
export const mailSettings = {
  smtpUrl: optionalSmtpUrl({
    variable: 'DAYBOOK_SMTP_URL',
    fallback: '',
    example: 'smtps://user:secret@mail.example.com:465',
    help: 'Mail server for invitations, password reset links, notices and alerts of rules (the older webhooks); smtp:// uses STARTTLS if the server supports it. Without a mail server, the person who creates a link must pass it on, and rules with e-mail addresses are rejected.',
  }),
  mailFrom: text({
    variable: 'DAYBOOK_MAIL_FROM',
    fallback: '',
    example: 'Daybook <daybook@example.com>',
    help: 'Sender of e-mails. Required with DAYBOOK_SMTP_URL.',
  }),
};
