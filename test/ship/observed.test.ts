import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { rows } from '../../dev/dashboard-panels.ts';
import { dashboardFile, dashboardText } from '../../dev/write-dashboard.ts';
import { useApp } from '../harness.ts';
import { root } from '../tidy/read-source.ts';
import { waitFor } from '../wait-for.ts';
import { readRules, rulesFile, runbookOf } from './read-rules.ts';

const app = useApp();
const rules = readRules();
const expressions = rows.flatMap(({ panels }) => panels.flatMap(({ lines }) => lines.map(([expr]) => expr)));
const promtool = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find((path) => existsSync(path));
const needsPromtool = { skip: promtool ? false : 'promtool is not installed (Debian: prometheus)' };
const run = promisify(execFile);
const check = async (...args: string[]) => (await run(promtool ?? '', args)).stdout;

test('every alert has a severity, a summary, a description and a runbook, and every runbook has an alert', () => {
  assert.ok(rules.length >= 20, `${rules.length} rules were found`);
  for (const { name, expr, severity, text } of rules) {
    assert.ok(expr.length > 0 && ['critical', 'warning', 'info'].includes(severity), name);
    assert.match(text, /summary: '.+'\n {10}description: >-\n {12}\S/, name);
    assert.match(text, new RegExp(`runbook_url: '{{ \\$externalLabels.daybook_docs }}${runbookOf(name)}'`), name);
  }
  const pages = readdirSync(join(root, 'docs/operating/runbooks')).filter((page) => page !== 'README.md');
  assert.deepEqual(pages.sort(), rules.map(({ name }) => `${name}.md`).sort());
});

test('every runbook says what the alert means, what to look at and what to do, and its severity', () => {
  const overview = readFileSync(join(root, 'docs/operating/runbooks/README.md'), 'utf8');
  for (const { name, severity } of rules) {
    const page = readFileSync(join(root, runbookOf(name)), 'utf8');
    for (const part of [`# ${name}\n`, '**Users notice:**', `**Severity:** ${severity}`, '## Look at\n', '## Do\n'])
      assert.ok(page.includes(part), `${name}: ${part}`);
    assert.ok(overview.includes(`| [${name}](${name}.md) | ${severity} |`), `${name} in the overview`);
  }
});

test('every metric that rules and dashboard name is one that the program exports', async () => {
  const exported = await readExported();
  const named = [...rules.map(({ expr }) => expr), ...expressions].join('\n').match(/\bdaybook_[a-z0-9_]+/g) ?? [];
  assert.ok(named.length > 50);
  assert.deepEqual([...new Set(named)].filter((name) => !exported.has(name)).sort(), []);
});

test('every metric of the program, apart from those of Node, is in the documentation', async () => {
  const text = readFileSync(join(root, 'docs/operating/observing.md'), 'utf8');
  const own = [...(await readExported())].filter((name) => !/_(nodejs|process)_|_(bucket|sum|count)$/.test(name));
  assert.deepEqual(
    own.filter((name) => !text.includes(`\`${name}`)),
    [],
  );
});

test('processes, jobs and syncs are reported with the values of the database', async () => {
  await waitFor(async () => /daybook_processes\{role="all"\} 1/.test(await metrics()), 20_000);
  const text = await metrics();
  for (const line of [
    /^daybook_processes\{role="worker"\} 0$/m,
    /^daybook_heartbeat_age_seconds 0\.\d+$|^daybook_heartbeat_age_seconds [12]\.\d+$/m,
    /^daybook_jobs\{queue="housekeeping",state="ready"\} \d+$/m,
    /^daybook_job_runs_total\{queue="redeliver",outcome="failed"\} 0$/m,
    /^daybook_pushes\{step="unknown"\} 0$/m,
    /^daybook_consumers\{state="failing"\} 0$/m,
    /^daybook_deliveries_pending 0$/m,
    /^daybook_database_size_bytes \d{7,}$/m,
    /^daybook_database_server_connections\{state="used"\} [1-9]\d*$/m,
    /^daybook_build_info\{version="\d+\.\d+\.\d+",role="all"\} 1$/m,
  ])
    assert.match(text, line);
});

test('the dashboard is up to date', () => {
  assert.ok(readFileSync(dashboardFile, 'utf8') === dashboardText(), 'run "npm run dashboard"');
});

test('promtool accepts the rules, and each alert fires when it should', needsPromtool, async () => {
  assert.match(await check('check', 'rules', rulesFile), /SUCCESS: \d+ rules found/);
  const tests = join(root, 'deploy/prometheus/alerts.test.yaml');
  assert.match(await check('test', 'rules', tests), /SUCCESS/);
  const text = readFileSync(tests, 'utf8');
  const fired = new Set([...text.matchAll(/alertname: (\w+)\n {8}exp_alerts:\n/g)].map(([, name]) => name));
  assert.deepEqual(
    rules.map(({ name }) => name).filter((name) => !fired.has(name)),
    [],
    'alerts that no test lets fire',
  );
});

test("promtool accepts every expression of the dashboard's panels", needsPromtool, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-dashboard-'));
  try {
    const file = join(folder, 'panels.yaml');
    const records = expressions.map((expr, at) => {
      const filled = expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'daybook');
      return `      - record: panel:${at}\n        expr: ${JSON.stringify(filled)}\n`;
    });
    writeFileSync(file, `groups:\n  - name: panels\n    rules:\n${records.join('')}`);
    assert.match(await check('check', 'rules', file), new RegExp(`SUCCESS: ${expressions.length} rules found`));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function metrics(): Promise<string> {
  return (await fetch(`${app.url}/metrics`)).text();
}

/** The names under which Prometheus stores the metrics. */
async function readExported(): Promise<Set<string>> {
  const types = [...(await metrics()).matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}
