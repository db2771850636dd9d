import { createTransport } from 'nodemailer';

/** Sends e-mail through the operator's mail server. */
export type Mailer = { send(mail: Mail): Promise<MailAnswer>; close(): void };

export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** The same id for every attempt, so that a mail program shows a duplicate only once. */
  messageId: string;
  date: Date;
  headers: Record<string, string>;
};

/**
 * `statusCode` is the SMTP reply code. It is absent if the server did not reply. `isFinal`: the server will never accept
 * this mail for this recipient.
 */
export type MailAnswer = { isSent: boolean; isFinal: boolean; statusCode?: number; error?: string };

/** Timeout of the whole send. Each step also has the timeout `stepTimeoutMs`. */
const timeoutMs = 30_000;
const stepTimeoutMs = 10_000;
const connectionsMax = 4;

export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    // Mails contain only our own text, so nodemailer never needs to load content from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, ...mail }) {
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`not sent within ${timeoutMs / 1000} s`)), timeoutMs);
      });
      try {
        const sent = await Promise.race([
          transport.sendMail({ ...mail, from, to: { name: '', address: to } }),
          tooLate,
        ]);
        const statusCode = Number(/^\d{3}/.exec(sent.response ?? '')?.[0]);
        return { isSent: true, isFinal: false, ...(statusCode && { statusCode }) };
      } catch (error) {
        const { responseCode, command, message } = error as SmtpError;
        return {
          isSent: false,
          isFinal: isFinalReply({ code: responseCode, command }),
          ...(responseCode && { statusCode: responseCode }),
          error: message.slice(0, 500),
        };
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

type SmtpError = Error & { responseCode?: number; command?: string };

/**
 * In SMTP, 5xx is permanent and 4xx is temporary, which is the opposite of HTTP. But only a reply to the recipient or to
 * the message is about them. Others, and 530 to 538 (RFC 4954) at any time, are about the operator's access to the mail
 * server, such as a wrong password or sender, and end when the operator corrects it.
 */
export function isFinalReply({ code, command }: { code: number | undefined; command: string | undefined }): boolean {
  if (code === undefined || code < 500 || (code >= 530 && code <= 538)) return false;
  return command === 'RCPT TO' || command === 'DATA';
}
