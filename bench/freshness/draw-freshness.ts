/** Of one way: requests of all companies by hour of the day, and the figures beside the curve. */
type Series = { byHour: number[]; requestsPerDay: number; metPercent: number; p95Minutes: number };

const [width, height] = [720, 300];
const plot = { left: 56, right: 470, top: 56, bottom: 256 };
const count = (n: number) => Math.round(n).toLocaleString('en');

/** Draws the requests of a day, hour by hour. The colours follow the reader's choice of light or dark. */
export function drawFreshness({
  fixed,
  demand,
  companies,
}: Record<'fixed' | 'demand', Series> & { companies: number }) {
  const most = Math.max(...fixed.byHour, ...demand.byHour);
  const step = 10 ** Math.floor(Math.log10(most)) / (most / 10 ** Math.floor(Math.log10(most)) < 3 ? 2 : 1);
  const top = Math.ceil(most / step) * step;
  const x = (hour: number) => plot.left + ((plot.right - plot.left) * hour) / 24;
  const y = (value: number) => plot.bottom - ((plot.bottom - plot.top) * value) / top;
  const line = (name: string, { byHour }: Series) => {
    const points = byHour.map(
      (value, hour) => `${x(hour).toFixed(1)},${y(value).toFixed(1)} ${x(hour + 1).toFixed(1)},${y(value).toFixed(1)}`,
    );
    return `<polyline class="${name}" points="${points.join(' ')}"/>`;
  };
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, i) => i * step);
  const facts = (name: string, title: string, at: number, { requestsPerDay, metPercent, p95Minutes }: Series) => `
<line class="${name}" x1="496" x2="516" y1="${at - 5}" y2="${at - 5}"/>
<text class="strong" x="524" y="${at}">${title}</text>
<text x="524" y="${at + 19}">${count(requestsPerDay)} requests a day</text>
<text x="524" y="${at + 37}">${metPercent} % of reads met</text>
<text x="524" y="${at + 55}">p95 of the age: ${p95Minutes} min</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t d">
<title id="t">Requests to the platform by hour of the day: hourly schedules and syncs by demand</title>
<desc id="d">Simulation of ${count(companies)} companies for two days. Hourly: ${count(fixed.requestsPerDay)} requests a day. By demand: ${count(demand.requestsPerDay)}.</desc>
<style>
text{font:13px system-ui,sans-serif;fill:#24292f}.strong{font-weight:600}.small{font-size:11px}
.grid{stroke:#d0d7de;stroke-width:1}polyline{fill:none;stroke-width:2.5}line.fixed,line.demand{stroke-width:2.5}
.fixed{stroke:#57606a}.demand{stroke:#0969da}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.grid{stroke:#3d444d}.fixed{stroke:#9198a1}.demand{stroke:#58a6ff}}
</style>
<text class="strong" x="${plot.left}" y="22">Requests in each hour of the day (UTC), ${count(companies)} companies</text>
${ticks
  .map(
    (tick) =>
      `<line class="grid" x1="${plot.left}" x2="${plot.right}" y1="${y(tick)}" y2="${y(tick)}"/><text class="small" text-anchor="end" x="${plot.left - 6}" y="${y(tick) + 4}">${count(tick)}</text>`,
  )
  .join('\n')}
${[0, 6, 12, 18, 24].map((hour) => `<text class="small" text-anchor="middle" x="${x(hour)}" y="${plot.bottom + 18}">${hour}:00</text>`).join('\n')}
${line('fixed', fixed)}
${line('demand', demand)}${facts('fixed', 'Hourly schedules', 90, fixed)}${facts('demand', 'Daily, and by demand', 180, demand)}
</svg>
`;
}
