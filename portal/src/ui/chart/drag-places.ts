import { type PointerEvent, useState } from 'react';

export type Places = { from: number; to: number };

/** The place of the bar at a pointer. The grid of the chart covers exactly the area of the bars. */
function placeAt(event: PointerEvent<HTMLElement>, count: number): number | undefined {
  const area = event.currentTarget.querySelector('.recharts-cartesian-grid')?.getBoundingClientRect();
  if (!area || area.width === 0 || count === 0) return undefined;
  const place = Math.floor(((event.clientX - area.left) / area.width) * count);
  return Math.min(count - 1, Math.max(0, place));
}

/** Lets a person click a bar, or drag over several. Returns the handlers for the chart's frame, and the places chosen. */
export function useDragPlaces(count: number, onSelect: ((places: Places) => void) | undefined) {
  const [drag, setDrag] = useState<Places>();
  const places = drag && { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) };
  if (!onSelect) return { places: undefined, handlers: {} };
  return {
    places,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const place = event.button === 0 ? placeAt(event, count) : undefined;
        if (place === undefined) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: place, to: place });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!drag) return;
        const place = placeAt(event, count);
        if (place !== undefined && drag.to !== place) setDrag({ from: drag.from, to: place });
      },
      onPointerUp: () => {
        setDrag(undefined);
        if (places) onSelect(places);
      },
      onPointerCancel: () => setDrag(undefined),
    },
  };
}
