/** Twelve tracking categories: three roots with three children each. */
const roots = ['Department', 'Project', 'Region'];
const branches = ['One', 'Two', 'Three'];

export const trackingRootCount = roots.length;
export const trackingCount = roots.length * (1 + branches.length);

export function trackingName(index: number): string {
  const root = roots[index % roots.length] as string;
  if (index < roots.length) return root;
  return `${root} ${branches[Math.floor(index / roots.length) - 1] ?? `number ${index + 1}`}`;
}
