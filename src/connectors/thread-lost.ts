import { Unavailable } from '@daybook/connector-kit';

/** The connector's thread has died. `isBlamed` is true if the thread was working on this session. */
export class ThreadLost extends Unavailable {
  readonly isBlamed: boolean;
  constructor(message: string, isBlamed: boolean) {
    super(message);
    this.isBlamed = isBlamed;
  }
}
