import type { Readable } from 'node:stream';
import { Unavailable } from '@daybook/connector-kit';
import type { OpenCall } from './begin-call.ts';

/** The body of a response that the server streams on. It must be read to its end or closed. */
export type HeldContent = {
  headers: Readonly<Record<string, string>>;
  /** Throws `Unavailable` if the platform breaks off. */
  parts: AsyncGenerator<Buffer>;
  close(): void;
};

/** The request counts as running, for the limits of the platform and for the log of calls, until the body is closed. */
export function holdContent(held: {
  headers: Record<string, string>;
  body: Readable;
  call: OpenCall | undefined;
  done: () => void;
}): HeldContent {
  const { headers, body, call, done } = held;
  let bytes = 0;
  let broken: Error | undefined;
  body.once('close', () => {
    done();
    if (broken) call?.failed(broken);
    else call?.answered({ status: 200, bytes }, undefined);
  });
  async function* parts() {
    try {
      for await (const part of body as AsyncIterable<Buffer>) {
        bytes += part.length;
        yield part;
      }
    } catch (error) {
      broken = error as Error;
      throw new Unavailable(`The platform broke off after ${bytes} bytes: ${broken.message}.`);
    } finally {
      body.destroy();
    }
  }
  return { headers, parts: parts(), close: () => void body.destroy() };
}
