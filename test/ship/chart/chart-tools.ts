import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { say } from '../../../bench/report.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const home = join(root, '.daybook/ship-tools');
const installWithinMs = 30 * 60_000;

/** Kubernetes versions that the chart is checked against: the oldest that it supports, one between, the newest. */
export const kubernetesVersions = ['1.27.0', '1.32.0', '1.37.0'];

export type ChartTools = {
  helm: string;
  kubeconform: string;
  /** A Python with PyYAML. */
  python: string;
  /** Folder of JSON schemas in the layout of kubeconform, also of ServiceMonitor. */
  schemas: string;
};

export const helmSource = 'helm.sh/helm/v3/cmd/helm@v3.22.0';

/** Finds the tools, or installs them (Go, Python) into .daybook/ship-tools. kubeconform's own schemas are online. */
export async function findChartTools(): Promise<ChartTools> {
  const helm = await findProgram('helm', helmSource);
  const kubeconform = await findProgram('kubeconform', 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0');
  const python = await findPython();
  return { helm, kubeconform, python, schemas: await findSchemas(python) };
}

export async function findProgram(name: string, source: string): Promise<string> {
  const own = join(home, 'bin', name);
  if (existsSync(own)) return own;
  const found = (process.env.PATH ?? '').split(':').find((folder) => existsSync(join(folder, name)));
  if (found) return join(found, name);
  say(`installing ${source}`);
  await runGo(['install', source], { GOBIN: join(home, 'bin') });
  return own;
}

async function runGo(args: string[], env: Record<string, string> = {}): Promise<string> {
  const go = existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : 'go';
  const { stdout } = await run(go, args, {
    env: { ...process.env, ...env },
    timeout: installWithinMs,
    maxBuffer: 1 << 26,
  });
  return stdout;
}

async function findPython(): Promise<string> {
  const folder = join(home, 'python');
  const python = join(folder, 'bin/python');
  if (existsSync(join(folder, 'installed'))) return python;
  say('installing kubernetes-validate, which contains the schemas of the Kubernetes API');
  await mkdir(home, { recursive: true });
  await run('python3', ['-m', 'venv', folder]);
  await run(python, ['-m', 'pip', 'install', '--quiet', 'kubernetes-validate==1.37.0'], { timeout: installWithinMs });
  await run('touch', [join(folder, 'installed')]);
  return python;
}

/** The package's schemas refer to one large file by an absolute path, which kubeconform cannot resolve. */
async function findSchemas(python: string): Promise<string> {
  const folder = join(home, 'schemas');
  if (existsSync(join(folder, 'servicemonitor-monitoring-v1.json'))) return folder;
  const operator = 'github.com/prometheus-operator/prometheus-operator@v0.94.1';
  const { Dir: module } = JSON.parse(await runGo(['mod', 'download', '-json', operator])) as { Dir: string };
  const definition = join(module, 'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml');
  await run(python, [join(import.meta.dirname, 'make-schemas.py'), folder, definition, ...kubernetesVersions], {
    timeout: installWithinMs,
  });
  return folder;
}
