import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { waitFor } from '../wait-for.ts';

/** A real SMTP server on loopback that stores the mails it receives. */
export type MailBox = {
  url: string;
  /** Waits for a mail to an address and returns the decoded text of the newest one. */
  newestTo(address: string): Promise<string>;
  stop(): Promise<void>;
};

export async function startMailBox(): Promise<MailBox> {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: readable(Buffer.concat(chunks).toString()) });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  const find = (address: string) => mails.findLast(({ to }) => to.includes(address))?.text;
  return {
    url: `smtp://127.0.0.1:${port}`,
    async newestTo(address) {
      await waitFor(() => find(address) !== undefined);
      return find(address) ?? '';
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** Decodes quoted-printable, so that links in the text are complete. */
function readable(text: string): string {
  return text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString());
}
