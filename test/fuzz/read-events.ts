import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** The results of one operation, over all phases. */
export type Operation = {
  requests: number;
  accepted: number;
  refused: number;
  serverErrors: number;
  /** Failed checks, with their counts. */
  failures: Record<string, number>;
};

export type Events = { operations: Map<string, Operation>; errors: string[]; isComplete: boolean };

type Recorder = {
  label: string;
  cases?: Record<string, { value: { method: string; path: string } }>;
  interactions?: Record<string, { response?: { status_code: number } | null }>;
  checks?: Record<string, { name: string; status: string }[]>;
};

/** Reads the fuzzer's event log, one JSON object per line, with every request and every check. */
export async function readEvents(file: string): Promise<Events> {
  const events: Events = { operations: new Map(), errors: [], isComplete: false };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [kind, event] = Object.entries(JSON.parse(line))[0] as [string, { recorder?: Recorder }];
    if (kind === 'ScenarioFinished' && event.recorder) addScenario(events.operations, event.recorder);
    if (kind === 'NonFatalError' || kind === 'FatalError') events.errors.push(JSON.stringify(event).slice(0, 1000));
    if (kind === 'EngineFinished') events.isComplete = true;
  }
  return events;
}

function addScenario(operations: Map<string, Operation>, recorder: Recorder): void {
  const operationOf = (id: string): Operation => {
    const name = nameOf(recorder, id);
    const known = operations.get(name) ?? { requests: 0, accepted: 0, refused: 0, serverErrors: 0, failures: {} };
    operations.set(name, known);
    return known;
  };
  for (const [id, { response }] of Object.entries(recorder.interactions ?? {})) {
    const operation = operationOf(id);
    operation.requests++;
    // No response at all counts like a 5xx.
    const status = response?.status_code ?? 599;
    if (status >= 500) operation.serverErrors++;
    else if (status >= 400) operation.refused++;
    else operation.accepted++;
  }
  for (const [id, checks] of Object.entries(recorder.checks ?? {})) {
    for (const { name, status } of checks) {
      if (status === 'success' || status === 'skip') continue;
      const { failures } = operationOf(id);
      failures[name] = (failures[name] ?? 0) + 1;
    }
  }
}

/** A scenario of several operations is recorded under one label; there, each case has its own operation. */
function nameOf({ label, cases }: Recorder, id: string): string {
  if (/^[A-Z]+ \//.test(label)) return label;
  const value = cases?.[id]?.value;
  return value ? `${value.method} ${value.path}` : label;
}
