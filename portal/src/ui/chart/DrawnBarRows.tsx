import { BarsList } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { BarRowsProps } from './bar-rows.ts';

/** Only `BarRows` imports this file, when the first list is shown. */
export function DrawnBarRows({ label, rows, renderRow }: BarRowsProps) {
  // The library passes only the data of a bar to its functions, so a bar carries its place.
  const data = rows.map(({ name, size }, place) => ({ name, value: Math.max(0, size), place }));
  const placeOf = (bar: object) => (bar as { place: number }).place;
  return (
    <BarsList
      aria-label={label}
      role="group"
      data={data}
      barHeight={22}
      barGap={4}
      barColor="var(--chart-tint)"
      barTextColor="var(--mantine-color-text)"
      classNames={{ root: 'bar-rows', bar: 'bar-row', barLabel: 'bar-row-label', barValue: 'bar-row-value' }}
      getBarProps={() => ({ style: { backgroundColor: 'var(--chart-tint)', padding: 0 } })}
      renderBar={(bar, drawn) => {
        const place = placeOf(bar);
        const row = (
          <div className="bar-row-frame">
            {drawn}
            <span className="bar-row-text money">{rows[place]?.text}</span>
          </div>
        );
        return renderRow ? renderRow(place, row) : row;
      }}
    />
  );
}
