import { optionalSmtpUrl, text } from './setting.ts';

/** Settings for e-mails: invitations, password reset links, notices, and the alerts of the older webhooks (rules). */
export const mailSettings = {
  smtpUrl: optionalSmtpUrl({
    variable: 'DAYBOOK_SMTP_URL',
    fallback: '',
    example: 'smtps://user:secret@mail.example.com:465',
    help: 'Mail server. It sends invitations, password reset links, notices, and the alerts of the older webhooks (rules). smtp:// uses STARTTLS if the server supports it. Without a mail server, whoever creates an invitation or a reset link must send it to the recipient, and rules with e-mail addresses are rejected.',
  }),
  mailFrom: text({
    variable: 'DAYBOOK_MAIL_FROM',
    fallback: '',
    example: 'Daybook <daybook@example.com>',
    help: 'Sender of e-mails. Required with DAYBOOK_SMTP_URL.',
  }),
};
