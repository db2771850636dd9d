import { ChartFrame, type ChartProps, chart, innerHeight } from './ChartFrame.tsx';
import { niceMax } from './chart-scale.ts';

/** A line chart of measurements over time. A missing value is drawn as a gap, not as zero. */
export function LineChart(props: ChartProps) {
  const { points, series } = props;
  const values = points.flatMap((point) => series.map(({ key }) => Number(point[key] ?? 0)));
  const max = niceMax(Math.max(0, ...values));
  const y = (value: number) => chart.top + innerHeight * (1 - value / max);
  return (
    <ChartFrame {...props} max={max}>
      {(width) =>
        series.map(({ key, tone }) => {
          const x = (place: number) => chart.left + (width * (place + 0.5)) / points.length;
          const known = points.flatMap((point, place) =>
            point[key] === undefined ? [] : [{ place, value: Number(point[key]) }],
          );
          const path = known.map(({ place, value }, number) => {
            const isNext = number > 0 && known[number - 1]?.place === place - 1;
            return `${isNext ? 'L' : 'M'}${x(place).toFixed(1)} ${y(value).toFixed(1)}`;
          });
          return (
            <g key={key} className={`stroke-${tone}`}>
              <path d={path.join(' ')} fill="none" strokeWidth={2} />
              {known.map(({ place, value }) => (
                <circle key={place} cx={x(place)} cy={y(value)} r={2.5} className={`fill-${tone}`} stroke="none" />
              ))}
            </g>
          );
        })
      }
    </ChartFrame>
  );
}
