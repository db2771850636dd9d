import type { Judgement } from './judge.ts';

const [width, height, columns] = [320, 110, 4];
const pad = { top: 30, side: 12, bottom: 12 };

/** Every curve as a small drawing, those that rise first. The vertical axis begins at 0. */
export function drawCurves(curves: Judgement['curves']): string {
  const order = curves.toSorted((a, b) => rank(a) - rank(b));
  const drawn = order.map((curve, at) => {
    const [x, y] = [(at % columns) * width, Math.floor(at / columns) * height];
    return `<g transform="translate(${x} ${y})">${drawOne(curve)}</g>`;
  });
  const whole = Math.ceil(order.length / columns) * height;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * columns}" height="${whole}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="white"/>
${drawn.join('\n')}
</svg>
`;
}

const rank = ({ isJudged, isFlat, name }: Judgement['curves'][number]) =>
  (isJudged ? (isFlat ? 1 : 0) : 2) + (/^(dead|size|rows|overdue)\./.test(name) ? 0.5 : 0);

function drawOne({ name, points, isJudged, isFlat }: Judgement['curves'][number]): string {
  const most = Math.max(...points.map(({ value }) => value), 0);
  const end = Math.max(...points.map(({ at }) => at), 1);
  const [w, h] = [width - 2 * pad.side, height - pad.top - pad.bottom];
  const line = points
    .map(({ at, value }) => {
      const [x, y] = [pad.side + (at / end) * w, pad.top + h - (most === 0 ? 0 : value / most) * h];
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(' ');
  const colour = !isJudged ? '#888' : isFlat ? '#1a7f37' : '#cf222e';
  const last = points.at(-1)?.value ?? 0;
  return `<text x="${pad.side}" y="16">${name}: ${Number(last.toPrecision(3))} (most ${Number(most.toPrecision(3))})</text>
<line x1="${pad.side}" y1="${pad.top + h}" x2="${pad.side + w}" y2="${pad.top + h}" stroke="#ccc"/>
<polyline points="${line}" fill="none" stroke="${colour}" stroke-width="1.5"/>`;
}
