/** What the runner sends to a worker. */
export type ToWorker = { type: 'run'; file: string } | { type: 'end' };

/** What a worker sends to the runner. */
export type ToRunner =
  | { type: 'ready' }
  | { type: 'started'; name: string }
  | { type: 'ended'; result: TestResult }
  | { type: 'note'; text: string }
  | { type: 'file ended'; error?: string }
  | { type: 'left open'; what: string[] }
  /** Nothing is open: from here on Node itself ends its threads and writes its cache of compiled code. */
  | { type: 'exiting' };

export type TestResult = {
  name: string;
  /** 0 for a test of the file, 1 for a test inside a test. */
  depth: number;
  outcome: 'passed' | 'failed' | 'skipped' | 'todo';
  seconds: number;
  error?: string;
};
