import type { Lanes } from '../../../src/webhooks/lanes/start-lanes.ts';

/** A worker process in the model. */
export type ModelProcess = {
  name: string;
  lanes: Lanes;
  flights: Flight[];
  isDead: boolean;
  isStopping: boolean;
  isStopped: boolean;
};

export type Sent = { process: ModelProcess; answer: 'none' | 'ok' | 'failed' | 'timeout'; isExcused: boolean };
export type Flight = { messageId: string; sent: Sent; resolve: (answer: never) => void };

/** `mustFollow`: messages that the consumer must have accepted before it gets this one. */
type Noted = { messageId: string; isExcused: boolean; mustFollow: readonly string[] };

/** Everything that was sent, to find a message that is sent twice without a reason. */
export class ModelSends {
  broken: Error | undefined;
  readonly #sent = new Map<string, Sent[]>();

  /** A message may be sent again only after a failed or unknown answer, or if its sender has lost its locks or died. */
  note(process: ModelProcess, { messageId, isExcused, mustFollow }: Noted): Sent {
    const sent: Sent = { process, answer: 'none', isExcused };
    const overtaken = mustFollow.find((id) => !this.#sent.get(id)?.some(({ answer }) => answer === 'ok'));
    if (overtaken && !isExcused) this.broken ??= new Error(`${process.name} sends ${messageId} before ${overtaken}`);
    const before = this.#sent.get(messageId) ?? [];
    const isTwice = before.some((one) => !one.isExcused && (one.answer === 'none' || one.answer === 'ok'));
    if (isTwice && !isExcused) this.broken ??= new Error(`${process.name} sends ${messageId} again without a reason`);
    this.#sent.set(messageId, [...before, sent]);
    return sent;
  }

  /** A delivery is no longer pending. */
  checkEnded(messageId: string, how: 'delivered' | 'cleared'): void {
    const isAccepted = this.#sent.get(messageId)?.some(({ answer }) => answer === 'ok');
    if (how === 'delivered' && !isAccepted) this.broken ??= new Error(`${messageId} ends without having been accepted`);
  }

  /** Whatever the process has sent so far may be sent again. */
  excuse(process: ModelProcess): void {
    for (const all of this.#sent.values()) for (const one of all) if (one.process === process) one.isExcused = true;
  }

  state(): unknown {
    return [...this.#sent].map(([id, all]) => [id, all.map((one) => [one.process.name, one.answer, one.isExcused])]);
  }
}
