import type { ChartSeries } from './chart-data.ts';
import './chart.css';

export function ChartLegend({ series }: { series: readonly Pick<ChartSeries, 'name' | 'label' | 'color'>[] }) {
  return (
    <div className="drawn-chart-legend">
      {series.map(({ name, label, color }) => (
        <span key={name} className="chart-key">
          <span className="chart-swatch" style={{ background: color }} aria-hidden="true" />
          {label}
        </span>
      ))}
    </div>
  );
}
