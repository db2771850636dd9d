import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Panel, rows } from './dashboard-panels.ts';

/** `npm run dashboard` writes the Grafana dashboard from `dashboard-panels.ts`. */
export const dashboardFile = join(import.meta.dirname, '../deploy/grafana/daybook.json');

const source = { type: 'prometheus', uid: '$source' };
const width = 24;
const heights = { stat: 4, timeseries: 8 };

export function dashboardText(): string {
  let y = 0;
  let id = 0;
  const panels: object[] = [];
  for (const { title, panels: ofRow, isNumbers = false } of rows) {
    panels.push({ id: ++id, type: 'row', title, collapsed: false, panels: [], gridPos: { x: 0, y, w: width, h: 1 } });
    y++;
    const perLine = isNumbers ? ofRow.length : 3;
    const h = heights[isNumbers ? 'stat' : 'timeseries'];
    for (const [at, panel] of ofRow.entries()) {
      const w = width / perLine;
      const gridPos = { x: (at % perLine) * w, y: y + Math.floor(at / perLine) * h, w, h };
      panels.push({ id: ++id, ...panelOf(panel, isNumbers), gridPos });
    }
    y += Math.ceil(ofRow.length / perLine) * h;
  }
  const dashboard = {
    uid: 'daybook',
    title: 'Daybook',
    description: 'One installation of Daybook. Alerts and runbooks: docs/operating/runbooks in its repository.',
    tags: ['daybook'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    timezone: 'browser',
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    templating: {
      list: [
        { name: 'source', label: 'Data source', type: 'datasource', query: 'prometheus', refresh: 1 },
        {
          ...{ name: 'job', label: 'Installation', type: 'query', datasource: source, refresh: 2, sort: 1 },
          query: { query: 'label_values(daybook_processes, job)', refId: 'job' },
        },
      ],
    },
    panels,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

function panelOf(panel: Panel, isNumbers: boolean): object {
  const steps = [
    { color: 'green', value: null },
    ...(panel.redFrom === undefined ? [] : [{ color: 'red', value: panel.redFrom }]),
  ];
  return {
    type: isNumbers ? 'stat' : 'timeseries',
    title: panel.title,
    description: panel.about,
    datasource: source,
    targets: panel.lines.map(([expr, legendFormat], at) => ({
      ...{ refId: String.fromCharCode(65 + at), datasource: source, editorMode: 'code', range: true },
      ...{ expr, legendFormat },
    })),
    fieldConfig: {
      defaults: {
        unit: panel.unit,
        min: 0,
        ...(isNumbers && { thresholds: { mode: 'absolute', steps } }),
      },
      overrides: [],
    },
    options: isNumbers
      ? { reduceOptions: { calcs: ['lastNotNull'] }, colorMode: 'value', graphMode: 'area' }
      : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  };
}

if (import.meta.main) writeFileSync(dashboardFile, dashboardText());
