type Response = { writableLength: number; socket: object | null };

/**
 * Frees the memory of parts of a streamed response as soon as the socket has taken them. V8 counts memory outside of its
 * heap only roughly and would collect the parts after 64 MiB or more. `taken` is called before each next part, with the
 * one that was passed on before.
 */
export function freeParts(response: Response): (passed: string | Buffer) => void {
  let before: Buffer[] = [];
  return (passed) => {
    // An injected request has no real socket, and its response keeps what it gets.
    if (!response.socket || !('connecting' in response.socket) || typeof passed === 'string') return;
    // The last part may still be between the stream and the response; those before it are written or in its queue.
    if (response.writableLength === 0) {
      for (const part of before) free(part);
      before = [];
    }
    before.push(passed);
  };
}

/** Only if the part is all of its memory: others may use the rest, as in Node's pool of small buffers. */
function free({ buffer, byteOffset, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength) buffer.transfer(0);
}
