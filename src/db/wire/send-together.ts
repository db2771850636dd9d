/** The part of pg's connection that is used here. pg's published types do not include it. */
type Sending = { _send(message: Buffer): void };

/**
 * Passes all messages of `send` to the socket as one piece, instead of three or four for each statement. If `send`
 * throws, nothing is sent.
 */
export function sendTogether(wire: Sending, send: () => void): void {
  const messages: Buffer[] = [];
  const own = wire._send;
  wire._send = (message) => void messages.push(message);
  try {
    send();
  } finally {
    wire._send = own;
  }
  wire._send(Buffer.concat(messages));
}
