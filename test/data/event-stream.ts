/** A client for server-sent events. Like a browser it keeps the last id; unlike a browser it does not reconnect. */
export type StreamEvent = { id: string; event: string; data: string };
export type EventStream = {
  status: number;
  headers: Headers;
  /** The next event; throws after the timeout. */
  next(timeoutMs?: number): Promise<StreamEvent>;
  lastId(): string;
  comments: string[];
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  close(): void;
};

export async function openEventStream(
  url: string,
  options: { key: string; lastEventId?: string },
): Promise<EventStream> {
  const controller = new AbortController();
  const response = await fetch(url, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Basic ${Buffer.from(options.key).toString('base64')}`,
      ...(options.lastEventId !== undefined && { 'last-event-id': options.lastEventId }),
    },
    signal: controller.signal,
  });
  const [events, comments]: [StreamEvent[], string[]] = [[], []];
  let lastId = options.lastEventId ?? '';
  let wake = () => {};

  function take(block: string): void {
    const event = { id: lastId, event: 'message', data: '' };
    for (const line of block.split('\n')) {
      const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (field === '') comments.push(value);
      else if (field === 'id') event.id = value;
      else if (field === 'event') event.event = value;
      else if (field === 'data') event.data += value;
    }
    lastId = event.id;
    if (event.data) events.push(event);
  }

  async function consume(): Promise<void> {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) take(block);
      wake();
    }
  }
  const ended = consume().catch((error) => {
    if (!controller.signal.aborted) throw error;
  });
  ended.catch(() => {});
  return {
    status: response.status,
    headers: response.headers,
    comments,
    ended,
    lastId: () => lastId,
    async next(timeoutMs = 30_000) {
      const until = performance.now() + timeoutMs;
      while (events.length === 0) {
        const left = until - performance.now();
        if (left <= 0) throw new Error(`No event within ${timeoutMs} ms.`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      return events.shift() as StreamEvent;
    },
    close: () => controller.abort(),
  };
}
