import { readConfig } from '../../../src/config/config.ts';
import { createMetrics } from '../../../src/http/metrics.ts';
import { probes } from '../../../src/http/probes.ts';
import { declarationsOf, loadListed } from '../../../src/load-config.ts';

type Labels = Record<string, string>;
type Probe = { httpGet?: { path: string; port: string } };
type EnvVariable = { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } };
type Container = {
  args?: string[];
  env?: EnvVariable[];
  ports?: { name: string }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  resources?: { requests?: Labels; limits?: Labels };
  securityContext?: {
    readOnlyRootFilesystem?: boolean;
    allowPrivilegeEscalation?: boolean;
    runAsNonRoot?: boolean;
    capabilities?: { drop?: string[] };
    seccompProfile?: { type: string };
  };
};
type PodSpec = {
  containers: Container[];
  enableServiceLinks?: boolean;
  automountServiceAccountToken?: boolean;
  serviceAccountName?: string;
  terminationGracePeriodSeconds?: number;
  securityContext?: { runAsNonRoot?: boolean; seccompProfile?: { type: string } };
};
type Selector = { matchLabels?: Labels };
type Peer = { port?: number | string };
export type KubeObject = {
  kind: string;
  metadata: { name: string; labels?: Labels; annotations?: Labels };
  spec?: PodSpec & {
    replicas?: number;
    template?: { metadata: { labels: Labels }; spec: PodSpec };
    selector?: Selector & Labels;
    podSelector?: Selector;
    ports?: { name: string; targetPort?: string | number }[];
    scaleTargetRef?: { name: string };
    metrics?: { pods?: { metric: { name: string } } }[];
    endpoints?: { port: string }[];
    ingress?: { ports?: Peer[] }[];
  };
};

/** What the API's schemas cannot know: whether objects fit each other and what Daybook itself accepts. */
export async function findFaults(objects: KubeObject[]): Promise<string[]> {
  const pods = podsOf(objects);
  return [
    ...pods.flatMap(({ name, spec }) => securityFaults(name, spec)),
    ...(await settingFaults(pods)),
    ...deploymentFaults(objects),
    ...selectorFaults(objects, pods),
    ...(await metricFaults(objects)),
    ...hookFaults(objects),
  ];
}

type NamedPod = { name: string; labels: Labels; spec: PodSpec };

function podsOf(objects: KubeObject[]): NamedPod[] {
  return objects.flatMap(({ kind, metadata, spec }) => {
    const name = `${kind} ${metadata.name}`;
    if (kind === 'Pod' && spec) return [{ name, labels: metadata.labels ?? {}, spec }];
    return spec?.template ? [{ name, labels: spec.template.metadata.labels, spec: spec.template.spec }] : [];
  });
}

/** The level "restricted" of the Pod Security Standards, and a read-only root file system. */
function securityFaults(name: string, spec: PodSpec): string[] {
  const facts: [string, boolean][] = [
    ['runs as root', spec.securityContext?.runAsNonRoot === true],
    ['no seccomp profile', spec.securityContext?.seccompProfile?.type === 'RuntimeDefault'],
    ['has a token of the API', spec.automountServiceAccountToken === false],
    ['gets variables of services', spec.enableServiceLinks === false],
  ];
  for (const { securityContext: context, resources } of spec.containers) {
    facts.push(
      ['root file system can be written', context?.readOnlyRootFilesystem === true],
      ['may gain privileges', context?.allowPrivilegeEscalation === false],
      ['container runs as root', context?.runAsNonRoot === true],
      ['keeps capabilities', context?.capabilities?.drop?.join() === 'ALL'],
      ['container without seccomp profile', context?.seccompProfile?.type === 'RuntimeDefault'],
      ['no memory limit', resources?.limits?.memory !== undefined],
      ['no CPU request', resources?.requests?.cpu !== undefined],
    );
  }
  return facts.flatMap(([fault, holds]) => (holds ? [] : [`${name}: ${fault}`]));
}

/** Stand-ins for what the secrets contain. */
const secretValues: Record<string, string> = {
  DAYBOOK_DATABASE_URL: 'postgres://daybook@db/daybook',
  DAYBOOK_DIRECT_DATABASE_URL: 'postgres://daybook@db/daybook',
  DAYBOOK_SECRET_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  DAYBOOK_SMTP_URL: 'smtps://mail.example.com',
};

/** Daybook reads the rendered environment as it would at its start. */
async function settingFaults(pods: NamedPod[]): Promise<string[]> {
  const connectors = declarationsOf(await loadListed({}));
  const faults: string[] = [];
  for (const { name, spec } of pods) {
    for (const { env = [] } of spec.containers.filter((container) => container.env)) {
      const names = env.map((variable) => variable.name);
      if (new Set(names).size < names.length) faults.push(`${name}: a variable is set twice`);
      const values = env.map(({ name, value, valueFrom }): [string, string] => [
        name,
        valueFrom ? (secretValues[name] ?? 'secret') : (value ?? ''),
      ]);
      try {
        const config = readConfig(Object.fromEntries(values), connectors);
        const graceMs = (spec.terminationGracePeriodSeconds ?? 30) * 1000;
        if (names.includes('DAYBOOK_ROLE') && graceMs <= config.stopTimeoutMs)
          faults.push(`${name}: is killed before its time to stop has passed`);
      } catch (error) {
        faults.push(`${name}: ${(error as Error).message}`);
      }
    }
  }
  return faults;
}

function deploymentFaults(objects: KubeObject[]): string[] {
  const served = servedPaths();
  return objects
    .filter(({ kind }) => kind === 'Deployment')
    .flatMap(({ metadata, spec }) => {
      const faults: string[] = [];
      const isScaled = objects.some((one) => one.spec?.scaleTargetRef?.name === metadata.name);
      if (isScaled === (spec?.replicas !== undefined))
        faults.push('replicas must be set if and only if nothing scales');
      for (const container of spec?.template?.spec.containers ?? []) {
        for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
          if (!probe?.httpGet || !served.includes(probe.httpGet.path))
            faults.push('a probe of a path that is not served');
        }
      }
      return faults.map((fault) => `Deployment ${metadata.name}: ${fault}`);
    });
}

const noMetrics = () =>
  createMetrics({
    version: '0.0.0',
    role: 'all',
    connections: () => ({ total: 0, idle: 0, waiting: 0, max: 0 }),
    heartbeatAgeMs: () => 0,
    isMaintenance: () => false,
    cell: async () => undefined,
    jobRuns: () => [],
    syncsEnded: () => [],
    logRows: () => [],
    deliveries: () => ({ attempts: {}, inFlight: 0, unrecorded: 0, oldestDueSeconds: 0 }),
  });

function servedPaths(): string[] {
  return probes({ metrics: noMetrics(), hasMetricsPort: true, unreadiness: async () => undefined }).map(
    ({ path }) => path,
  );
}

function matches(labels: Labels | undefined, selector: Labels | undefined): boolean {
  return Object.entries(selector ?? {}).every(([name, value]) => labels?.[name] === value);
}

function selectorFaults(objects: KubeObject[], pods: NamedPod[]): string[] {
  const faults: string[] = [];
  const portsOf = (selected: NamedPod[]) =>
    new Set(selected.flatMap(({ spec }) => spec.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name))));
  const services = objects.filter(({ kind }) => kind === 'Service');
  for (const { kind, metadata, spec } of objects) {
    const name = `${kind} ${metadata.name}`;
    if (kind === 'ServiceMonitor') {
      const selected = services.filter((service) => matches(service.metadata.labels, spec?.selector?.matchLabels));
      const ports = selected.flatMap((service) => service.spec?.ports ?? []).map((port) => port.name);
      if (selected.length !== 1) faults.push(`${name}: selects ${selected.length} services`);
      for (const { port } of spec?.endpoints ?? []) if (!ports.includes(port)) faults.push(`${name}: no port ${port}`);
      continue;
    }
    const selector = kind === 'Service' ? spec?.selector : (spec?.podSelector ?? spec?.selector)?.matchLabels;
    if (!selector) continue;
    const selected = pods.filter(({ labels }) => matches(labels, selector as Labels));
    if (selected.length === 0) faults.push(`${name}: selects no pod`);
    if (['Deployment', 'PodDisruptionBudget'].includes(kind) && selected.length !== 1)
      faults.push(`${name}: selects ${selected.length} pods`);
    const named = [
      ...(kind === 'Service' ? (spec?.ports ?? []).map(({ targetPort }) => targetPort) : []),
      ...(spec?.ingress ?? []).flatMap(({ ports = [] }) => ports.map(({ port }) => port)),
    ];
    for (const port of named)
      if (typeof port === 'string' && !portsOf(selected).has(port)) faults.push(`${name}: no pod has the port ${port}`);
  }
  return faults;
}

async function metricFaults(objects: KubeObject[]): Promise<string[]> {
  const text = await noMetrics().text();
  return objects.flatMap(({ metadata, spec }) =>
    (Array.isArray(spec?.metrics) ? spec.metrics : []).flatMap(({ pods }) =>
      !pods || text.includes(`# TYPE ${pods.metric.name} gauge`)
        ? []
        : [`HorizontalPodAutoscaler ${metadata.name}: Daybook has no metric ${pods.metric.name}`],
    ),
  );
}

/** A hook runs before the first objects of the chart exist, so it may use only what existed before. */
function hookFaults(objects: KubeObject[]): string[] {
  const accounts = objects.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name);
  return objects
    .filter(({ metadata }) => metadata.annotations?.['helm.sh/hook']?.includes('pre-install'))
    .filter(({ spec }) => accounts.includes(spec?.template?.spec.serviceAccountName ?? ''))
    .map(({ metadata }) => `${metadata.name}: uses a service account that does not exist yet`);
}
