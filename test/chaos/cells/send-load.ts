import { Agent, request } from 'undici';

/**
 * Requests at a fixed rate, whether or not earlier ones are answered: what a slow server delays is measured from the
 * time at which the request was due. Four reads, then one write.
 */
type SentLoad = {
  /** Starts a new window and returns what the last one has measured. */
  cut(): Window;
  /** Companies whose creation was acknowledged. */
  created: number;
  stop(): Promise<void>;
};

export type LoadOptions = { url: string; key: string; name: string; perSecond: number };

export type Window = {
  milliseconds: number[];
  /** Everything but a right answer. */
  errors: string[];
  /** Answers of a cell that the key does not belong to. */
  misrouted: number;
};

const writeEvery = 5;
const answerWithinMs = 20_000;

export function sendLoad(options: LoadOptions): SentLoad {
  const { url, name, perSecond } = options;
  const authorization = `Basic ${Buffer.from(options.key).toString('base64')}`;
  const agent = new Agent({ connections: 32, pipelining: 1 });
  const underWay = new Set<Promise<void>>();
  const empty = (): Window => ({ milliseconds: [], errors: [], misrouted: 0 });
  let current = empty();
  let sent = 0;
  const load: SentLoad = {
    created: 0,
    cut() {
      const done = current;
      current = empty();
      return done;
    },
    async stop() {
      clearInterval(timer);
      await Promise.allSettled(underWay);
      await agent.close();
    },
  };

  async function send(number: number, dueAt: number): Promise<void> {
    const window = current;
    const isWrite = number % writeEvery === 0;
    const signal = AbortSignal.timeout(answerWithinMs);
    try {
      const answer = await request(`${url}/companies${isWrite ? '' : '?pageSize=10'}`, {
        dispatcher: agent,
        signal,
        method: isWrite ? 'POST' : 'GET',
        headers: { authorization, ...(isWrite && { 'content-type': 'application/json' }) },
        ...(isWrite && { body: JSON.stringify({ name: `${name} ${number}` }) }),
      });
      const text = await answer.body.text();
      window.milliseconds.push(performance.now() - dueAt);
      if (answer.statusCode === 401 || answer.statusCode === 403) window.misrouted++;
      if (answer.statusCode >= 300) window.errors.push(`${answer.statusCode} ${text.slice(0, 200)}`);
      else if (isWrite) load.created++;
      if (answer.statusCode < 300 && !isOwn(text, name)) window.misrouted++;
    } catch (error) {
      window.milliseconds.push(performance.now() - dueAt);
      window.errors.push((error as Error).message);
    }
  }

  const everyMs = 1000 / perSecond;
  const startedAt = performance.now();
  const timer = setInterval(() => {
    for (; startedAt + sent * everyMs <= performance.now(); sent++) {
      const one = send(sent, startedAt + sent * everyMs).finally(() => underWay.delete(one));
      underWay.add(one);
    }
  }, 5);
  return load;
}

/** Companies of a cell are named after it, so that an answer shows where it comes from. */
function isOwn(text: string, name: string): boolean {
  const body = JSON.parse(text) as { name?: string; results?: { name: string }[] };
  return (body.results ?? [{ name: body.name ?? '' }]).every((one) => one.name.startsWith(`${name} `));
}
