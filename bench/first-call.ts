import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { holdBar, type Report, round, say } from './report.ts';

/**
 * What a new user does: clone, `npm ci`, `npm run dev`, paste the printed curl line into a shell. A first `npm ci`,
 * which is not counted, fills the npm cache. Only committed files of this checkout are used.
 */
const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const readyTimeoutMs = 120_000;

export async function benchFirstCall(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-first-call-'));
  const clone = join(folder, 'daybook');
  try {
    // When run as root, PostgreSQL runs as another user, which must be able to reach its programs in the clone.
    await run('chmod', ['755', folder]);
    await run('git', ['clone', '--quiet', root, clone]);
    say('filling the npm cache');
    await run('npm', ['ci'], { cwd: clone });
    await rm(join(clone, 'node_modules'), { recursive: true });

    const start = performance.now();
    await run('npm', ['ci', '--prefer-offline'], { cwd: clone });
    const installed = performance.now();
    const { curl, stop } = await startDev(clone);
    const ready = performance.now();
    const { stdout } = await run('sh', ['-c', `${curl} -s -o /dev/null -w '%{http_code}'`]);
    const done = performance.now();
    await stop();
    const seconds = (from: number, to: number) => round((to - from) / 1000);
    const figures = {
      'firstCall.seconds': seconds(start, done),
      'firstCall.install': seconds(start, installed),
      'firstCall.start': seconds(installed, ready),
      'firstCall.status': Number(stdout),
      'firstCall.is200': stdout === '200',
    };
    const bars = [holdBar(figures, 'firstCall.seconds', '<= 60'), holdBar(figures, 'firstCall.is200', 'true')];
    return { name: 'first-call', figures, bars };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts `npm run dev` and waits until it prints the curl line. */
async function startDev(clone: string): Promise<{ curl: string; stop(): Promise<void> }> {
  const child = spawn('npm', ['run', 'dev'], { cwd: clone, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const curl = await new Promise<string>((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`npm run dev printed no curl line:\n${output}`)), readyTimeoutMs);
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const [line] = /curl -u .*/.exec(output) ?? [];
      if (!line) return;
      clearTimeout(timer);
      resolve(line);
    });
    child.once('exit', (code) => reject(new Error(`npm run dev ended with ${code}:\n${output}`)));
  });
  return {
    curl,
    async stop() {
      // Signal the whole process group (npm, its shell, the server), as Ctrl-C in a terminal does.
      process.kill(-(child.pid ?? 0), 'SIGINT');
      await exited;
    },
  };
}
