import './platform-mark.css';

/** A letter in a colour of its own for a platform without a logo. The name of the platform stands next to it. */
export function PlatformMark({ name, size = 28 }: { name: string; size?: number }) {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  return (
    <span
      className="platform-mark"
      aria-hidden="true"
      style={{ width: size, height: size, fontSize: size * 0.5, background: `hsl(${hue} 45% 38%)` }}
    >
      {name.trim().charAt(0).toUpperCase()}
    </span>
  );
}
