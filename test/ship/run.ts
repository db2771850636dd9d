import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figures, holdBar, type Report, type Run, round, say } from '../../bench/report.ts';
import { runNamed } from '../../bench/run-named.ts';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { emptyDatabase } from '../template.ts';
import { runAlert } from './alert-run.ts';
import { checkChart } from './chart/chart.ts';
import { tryCompose } from './compose/try-compose.ts';
import { checkProxies } from './proxies.ts';
import { type Artefacts, tryRelease } from './release/try-release.ts';
import { tryImage } from './try-image.ts';
import { tryPackage } from './try-package.ts';
import { checkUnits } from './units.ts';

/**
 * `npm run ship -- check [--quick] [--json]`: makes a release in a clean clone and uses its files as a stranger would,
 * against a real PostgreSQL; then runs the parts that `checked` names. `--quick` makes only the packages and installs
 * the server. Each part by itself: `release`: made, built again from its tag, compared. `package`: packed, installed in
 * an empty prefix, started with only a database. `image`: built from bases that are made from Debian's packages, and run
 * by podman (Debian, as root). `compose`: compose.yaml and compose.dev.yaml by podman-compose. `chart`, `units` and
 * `proxies` check what deploy/ has, `alert` stops a worker under a real Prometheus.
 */
const goals: [string, string][] = [
  ['releasedFiles', '>= 5'],
  ['isReleaseClean', 'true'],
  ['isListGood', 'true'],
  ['hasNotes', 'true'],
  ['isTagSigned', 'true'],
  ['isChartGood', 'true'],
  ['differingFiles', '<= 0'],
  ['isDryRunHarmless', 'true'],
  ['tarballKb', '<= 5000'],
  ['typeScriptFiles', '<= 0'],
  ['hasManPage', 'true'],
  ['helpMs', '<= 500'],
  ['startSeconds', '<= 30'],
  ['hasPortal', 'true'],
  ['isLinkGood', 'true'],
  ['isKeyNamed', 'true'],
  ['isKeyKept', 'true'],
  ['isAskedOnce', 'true'],
  ['firstWebhookSeconds', '<= 60'],
  ['isTarballSame', 'true'],
  ['imageMb', '<= 250'],
  ['areLayersSame', 'true'],
  ['developmentPackages', '<= 0'],
  ['isNotRoot', 'true'],
  ['isContainerLinkGood', 'true'],
  ['isHealthy', 'true'],
  ['containerWebhookSeconds', '<= 60'],
  ['containerStopSeconds', '<= 20'],
  ['containerExitCode', '<= 0'],
  ['composeStartSeconds', '<= 120'],
  ['isComposeHealthy', 'true'],
  ['isComposeLinkGood', 'true'],
  ['composeWebhookSeconds', '<= 300'],
  ['isMailCaught', 'true'],
  ['isTlsServed', 'true'],
  ['isDataKept', 'true'],
  ['composeStopSeconds', '<= 60'],
  ['composeUncleanStops', '<= 0'],
  ['composeLeftovers', '<= 0'],
];
/** Parts that a full check also runs. Their figures get the name of the part in front. */
const checked = ['compose', 'chart', 'units'];

const parts: Record<string, Run> = {
  package: (options) => withPostgres('package', (where) => tryPackage(where, options)),
  image: (options) => withPostgres('image', (where) => tryImage(where, options)),
  compose: () => withFolder(async (folder) => report('compose', await tryCompose({ folder }))),
  release: (options) =>
    withFolder(async (folder) => report('release', (await tryRelease({ folder }, options)).figures)),
  chart: checkChart,
  units: checkUnits,
  proxies: checkProxies,
  alert: runAlert,
};
await runNamed('ship', { check: checkAll, ...parts });

async function checkAll({ quick }: { quick: boolean }): Promise<Report> {
  const began = performance.now();
  const whole = await withFolder(async (folder) => {
    const { figures, artefacts } = await tryRelease({ folder }, { quick });
    const used = await useArtefacts(artefacts, { quick });
    return report('check', { ...figures, ...used });
  });
  for (const name of quick ? [] : checked) {
    if (!parts[name]) continue;
    say(`check: ${name}`);
    const { figures, bars } = await parts[name]({ quick, given: {} });
    const longer = (figure: string) =>
      figure.startsWith(name) ? figure : `${name}${figure.charAt(0).toUpperCase()}${figure.slice(1)}`;
    for (const [figure, value] of Object.entries(figures)) whole.figures[longer(figure)] = value;
    whole.bars.push(...bars.map((bar) => ({ ...bar, figure: longer(bar.figure) })));
  }
  whole.figures.checkSeconds = round((performance.now() - began) / 1000);
  return whole;
}

async function useArtefacts({ tarball, archive }: Artefacts, options: { quick: boolean }): Promise<Figures> {
  const installed = await withPostgres('package', (where) => tryPackage({ ...where, tarball }, options));
  if (!archive) return installed.figures;
  const run = await withPostgres('image', (where) => tryImage({ ...where, archive }, options));
  return { ...installed.figures, ...run.figures };
}

type Where = { folder: string; databaseUrl: string };

async function withPostgres(name: string, work: (where: Where) => Promise<Figures>): Promise<Report> {
  const data = await mkdtemp(join(tmpdir(), 'daybook-ship-data-'));
  const postgres = await startEmbeddedPostgres({ folder: data, durable: false, settings: { max_connections: '100' } });
  try {
    const { url } = await emptyDatabase(postgres.url('postgres'));
    return await withFolder(async (folder) => report(name, await work({ folder, databaseUrl: url })));
  } finally {
    await postgres.stop();
    await rm(data, { recursive: true, force: true });
  }
}

async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'daybook-ship-')));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report(name: string, figures: Figures): Report {
  const measured = goals.filter(([figure]) => figure in figures);
  return { name, figures, bars: measured.map(([figure, goal]) => holdBar(figures, figure, goal)) };
}
