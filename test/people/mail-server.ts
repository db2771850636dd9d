import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { type AppOptions, type TestApp, useApp } from '../harness.ts';
import { waitFor } from '../wait-for.ts';

/** A real mail server on loopback, and the e-mails that it received. */
export type MailServer = {
  url: string;
  mails: { to: string; subject: string; text: string }[];
  /** The token of the link in the newest e-mail to an address. Waits for the e-mail. */
  linkTo(address: string): Promise<string>;
  /** Rejects every recipient while true. */
  isClosed: boolean;
  stop(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, callback) =>
      callback(made.isClosed ? Object.assign(new Error('not now'), { responseCode: 450 }) : null),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = readable(Buffer.concat(chunks).toString());
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        made.mails.push({ to, subject: /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? '', text });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const { port } = server.server.address() as AddressInfo;
  const made: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    mails: [],
    isClosed: false,
    async linkTo(address) {
      const newest = () => made.mails.findLast((mail) => mail.to === address && link.test(mail.text));
      await waitFor(() => newest() !== undefined);
      return link.exec(newest()?.text ?? '')?.[1] ?? '';
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
  return made;
}

/** An app with its own mail server, for all tests of a file. */
export async function useAppWithMail({ config, ...options }: AppOptions): Promise<{ app: TestApp; mail: MailServer }> {
  const mail = await startMailServer();
  const app = useApp({
    ...options,
    config: { ...config, smtpUrl: mail.url, mailFrom: 'Daybook <daybook@example.com>' },
  });
  // Registered after that of the app, so that it runs after it.
  after(() => mail.stop());
  return { app, mail };
}

const link = /http:\/\/api\.test\/portal\/invitations\/([\w-]+)/;

/** The text of an e-mail as its reader sees it. */
function readable(text: string): string {
  return text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString());
}
