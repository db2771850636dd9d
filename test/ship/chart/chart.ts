import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Figures, holdBar, type Report, round, say } from '../../../bench/report.ts';
import { findFaults, type KubeObject } from './chart-faults.ts';
import { type ChartTools, findChartTools, kubernetesVersions } from './chart-tools.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const chart = join(root, 'deploy/helm/daybook');
const commandWithinMs = 60_000;

/** Values that the chart must refuse, each as options of Helm in addition to a valid set. */
const wrongValues: Record<string, string[]> = {
  'an unknown value': ['--set', 'api.replica=3'],
  'no secret of the database': ['--set', 'database.existingSecret='],
  'no secret with the keys': ['--set', 'secretKeys.existingSecret='],
  'a base URL without a scheme': ['--set', 'baseUrl=api.example.com'],
  'a negative number of replicas': ['--set', 'api.replicas=-1'],
  'a setting that the chart sets': ['--set', 'settings.DAYBOOK_PORT=9000'],
  'a secret among the plain settings': ['--set', 'settings.DAYBOOK_SMTP_URL=smtp://mail'],
  'a variable that is no setting of Daybook': ['--set', 'settings.PORT=9000'],
  'a pooler without a direct URL': ['--set', 'database.pooler=true'],
  'an ingress without a host': ['--set', 'ingress.enabled=true'],
  'a delay longer than half of the time to stop': ['--set', 'stop.delaySeconds=30,stop.timeoutSeconds=40'],
  'metrics on the port of the API': ['--set', 'metrics.port=8080'],
  'a malformed digest': ['--set', 'image.digest=sha256:12'],
  'the user root': ['--set', 'podSecurityContext.runAsUser=0'],
  'a quantity that is none': ['--set', 'tmpSize=many'],
};

/** Mistakes in a rendered manifest that the schema check must find: text to replace, and what to put there. */
const mistakes: [text: string, replacement: string][] = [
  ['replicas: 2', 'replicaCount: 2'],
  ['readOnlyRootFilesystem: true', 'readOnlyRootFileSystem: true'],
  ['containerPort: 8080', 'containerPort: "8080"'],
  ['scrapeTimeout: 10s', 'timeout: 10s'],
  ['minReplicas: 2', 'minReplicas: two'],
  ['policyTypes: [Ingress]', 'policyTypes: Ingress'],
];

/**
 * `npm run ship -- chart [--json]`: lints the Helm chart, renders it with the value sets in its folder ci, and checks
 * the result against the schemas of the Kubernetes API (strict) and against what Daybook itself accepts.
 */
export async function checkChart(): Promise<Report> {
  const started = performance.now();
  const tools = await findChartTools();
  const sets = readdirSync(join(chart, 'ci')).map((name) => join(chart, 'ci', name));
  const work = await mkdtemp(join(tmpdir(), 'daybook-chart-'));
  try {
    const faults = new Set<string>();
    let [lintFailures, manifests, invalidManifests] = [0, 0, 0];
    for (const set of sets) {
      say(`chart: ${set.split('/').at(-1)}`);
      for (const version of kubernetesVersions) {
        const lint = await attempt(tools.helm, ['lint', '--strict', '--kube-version', version, '-f', set, chart]);
        if (!lint.isDone) lintFailures += complain(lint.output);
        const rendered = await render(tools, version, ['-f', set]);
        if (!rendered.isDone) throw new Error(`${set}: ${rendered.output}`);
        const outcome = await validate(tools, version, rendered.output);
        manifests += outcome.valid;
        invalidManifests += outcome.wrong.length;
        for (const problem of outcome.wrong) complain(`${set}: ${problem}`);
        for (const fault of await findFaults(await parseYaml(tools, rendered.output)))
          faults.add(`${set.split('/').at(-1)}: ${fault}`);
      }
    }
    for (const fault of [...faults, ...compareVersions()]) complain(fault);
    await run(tools.helm, ['package', chart, '--destination', work], { timeout: commandWithinMs });
    const packed = join(work, readdirSync(work)[0] ?? '');
    const figures: Figures = {
      valueSets: sets.length,
      kubernetesVersions: kubernetesVersions.join(' '),
      lintFailures,
      manifests,
      invalidManifests,
      faults: faults.size + compareVersions().length,
      wrongValues: Object.keys(wrongValues).length,
      wrongValuesAccepted: await countAccepted(tools, sets[0] ?? ''),
      mistakes: mistakes.length,
      mistakesMissed: await countMissed(tools, sets.find((set) => set.includes('autoscaling')) ?? ''),
      packageKb: round((await stat(packed)).size / 1024),
      seconds: round((performance.now() - started) / 1000),
    };
    const bars = [
      holdBar(figures, 'valueSets', '>= 10'),
      holdBar(figures, 'lintFailures', '<= 0'),
      holdBar(figures, 'manifests', '>= 100'),
      holdBar(figures, 'invalidManifests', '<= 0'),
      holdBar(figures, 'faults', '<= 0'),
      holdBar(figures, 'wrongValuesAccepted', '<= 0'),
      holdBar(figures, 'mistakesMissed', '<= 0'),
    ];
    return { name: 'chart', figures, bars };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

function complain(problem: string): 1 {
  say(`chart: ${problem}`);
  return 1;
}

/** The chart is released together with the program. */
function compareVersions(): string[] {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const text = readFileSync(join(chart, 'Chart.yaml'), 'utf8');
  return ['version', 'appVersion'].flatMap((field) =>
    new RegExp(`^${field}: ${version}$`, 'm').test(text) ? [] : [`Chart.yaml: ${field} is not ${version}`],
  );
}

async function attempt(program: string, args: string[]): Promise<{ isDone: boolean; output: string }> {
  try {
    const { stdout } = await run(program, args, { timeout: commandWithinMs, maxBuffer: 1 << 26 });
    return { isDone: true, output: stdout };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    if (!stdout && !stderr) throw error;
    return { isDone: false, output: stdout + stderr };
  }
}

function render(tools: ChartTools, version: string, options: string[]) {
  return attempt(tools.helm, ['template', 'daybook', chart, '--kube-version', version, ...options]);
}

async function validate(tools: ChartTools, version: string, yaml: string): Promise<{ valid: number; wrong: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-manifests-'));
  const file = join(folder, 'all.yaml');
  try {
    await writeFile(file, yaml);
    const places = [
      '{{.NormalizedKubernetesVersion}}{{.StrictSuffix}}/{{.ResourceKind}}{{.KindSuffix}}.json',
      '{{.ResourceKind}}{{.KindSuffix}}.json',
    ];
    const locations = places.flatMap((place) => ['-schema-location', join(tools.schemas, place)]);
    const options = ['-strict', '-output', 'json', '-verbose', '-kubernetes-version', version];
    const { output } = await attempt(tools.kubeconform, [...options, ...locations, file]);
    type Checked = { kind: string; name: string; status: string; msg: string };
    const { resources } = JSON.parse(output) as { resources: Checked[] };
    // A skipped manifest was not checked, so it does not count as valid.
    const wrong = resources.filter(({ status }) => status !== 'statusValid');
    return {
      valid: resources.length - wrong.length,
      wrong: wrong.map(({ kind, name, status, msg }) => `${kind} ${name}: ${status} ${msg}`),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function parseYaml(tools: ChartTools, yaml: string): Promise<KubeObject[]> {
  const program = 'import json, sys, yaml; print(json.dumps([d for d in yaml.safe_load_all(sys.stdin) if d]))';
  const child = run(tools.python, ['-c', program], { timeout: commandWithinMs, maxBuffer: 1 << 26 });
  child.child.stdin?.end(yaml);
  return JSON.parse((await child).stdout);
}

async function countAccepted(tools: ChartTools, set: string): Promise<number> {
  let accepted = 0;
  for (const [what, options] of Object.entries(wrongValues)) {
    const { isDone } = await render(tools, kubernetesVersions[0] ?? '', ['-f', set, ...options]);
    if (isDone) accepted += complain(`accepted: ${what}`);
  }
  return accepted;
}

async function countMissed(tools: ChartTools, set: string): Promise<number> {
  const version = kubernetesVersions.at(-1) ?? '';
  const { output } = await render(tools, version, ['-f', set, '--set', 'api.autoscaling.enabled=false']);
  let missed = 0;
  for (const [text, replacement] of mistakes) {
    if (!output.includes(text)) throw new Error(`The rendered chart does not contain "${text}".`);
    const { wrong } = await validate(tools, version, output.replace(text, replacement));
    if (wrong.length === 0) missed += complain(`not found by the schema check: ${replacement}`);
  }
  return missed;
}
