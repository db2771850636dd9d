import { createTransport } from 'nodemailer';

/** The way out of e-mail: to the operator's own mail server, which sends it on. */
export type MailDoor = { send(mail: Mail): Promise<MailAnswer>; close(): void };

export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** The same in every attempt: a reader's program shows what comes twice once. */
  messageId: string;
  date: Date;
  headers: Record<string, string>;
};

/** `statusCode` is that of SMTP; absent where the server did not answer. */
export type MailAnswer = { isSent: boolean; statusCode?: number; error?: string };

/** Each step has its own limit; the whole has this one. */
const timeoutMs = 30_000;
const stepTimeoutMs = 10_000;
const connectionsMax = 4;

export function createMailDoor({ url, from }: { url: string; from: string }): MailDoor {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    // A message is text of ours: nothing in it may be read from a file or an address.
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
        return { isSent: true, ...(statusCode && { statusCode }) };
      } catch (error) {
        const { responseCode, message } = error as Error & { responseCode?: number };
        return { isSent: false, ...(responseCode && { statusCode: responseCode }), error: message.slice(0, 500) };
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}
