import { ChartFrame, type ChartProps, chart, innerHeight } from './ChartFrame.tsx';
import { niceMax } from './chart-scale.ts';

/** A stacked bar chart of counts over time. */
export function BarChart(props: ChartProps) {
  const { points, series, timeLabel } = props;
  const heights = points.map((point) => series.reduce((sum, { key }) => sum + Number(point[key] ?? 0), 0));
  const max = niceMax(Math.max(0, ...heights));
  return (
    <ChartFrame {...props} max={max}>
      {(width) =>
        points.map((point, place) => {
          const step = width / points.length;
          const left = chart.left + step * place;
          const parts = series.map(({ key, label }) => `${point[key] ?? 0} ${label.toLowerCase()}`);
          let base = 0;
          return (
            <g key={point.at}>
              <title>{`${timeLabel(point.at)}: ${parts.join(', ')}`}</title>
              <rect x={left} y={chart.top} width={step} height={innerHeight} fill="transparent" />
              {series.map(({ key, tone }) => {
                const height = (Number(point[key] ?? 0) / max) * innerHeight;
                base += height;
                return (
                  <rect
                    key={key}
                    x={left + step * 0.14}
                    y={chart.top + innerHeight - base}
                    width={step * 0.72}
                    height={height}
                    className={`fill-${tone}`}
                  />
                );
              })}
            </g>
          );
        })
      }
    </ChartFrame>
  );
}
