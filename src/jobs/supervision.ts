import type { Log } from '../base/log.ts';

/**
 * The engine's supervision returns the jobs of dead workers to their queues and counts jobs. It takes ten statements.
 * So it runs every `everyMs` only while there are jobs or workers look for some, and otherwise every `quietMs`.
 */
export const everyMs = 5000;
const quietMs = 60_000;

export type Supervised = {
  supervise(): Promise<void>;
  /** Whether any job was waiting or active when the engine last counted them. */
  hasJobs(): Promise<boolean>;
  /** Changes whenever a worker of this process looks for jobs. Notifications make all workers look. */
  lastLook(): number;
  /** False during maintenance: workers do not look for jobs, but jobs are still counted. */
  isWorking(): boolean;
};

export function startSupervision(log: Log, engine: Supervised): { stop(): void } {
  let isRunning = false;
  let isQuiet = false;
  let lastLook = 0;
  let lastRunAt = 0;

  async function tick(): Promise<void> {
    const look = engine.lastLook();
    const isDue = !isQuiet || look !== lastLook || !engine.isWorking() || performance.now() - lastRunAt >= quietMs;
    if (isRunning || !isDue) return;
    isRunning = true;
    lastLook = look;
    lastRunAt = performance.now();
    try {
      await engine.supervise();
      isQuiet = !(await engine.hasJobs());
    } catch (error) {
      isQuiet = false;
      log.error({ err: error }, 'job engine error');
    } finally {
      isRunning = false;
    }
  }

  const timer = setInterval(tick, everyMs).unref();
  return { stop: () => clearInterval(timer) };
}
