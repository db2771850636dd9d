/** Zones that some browsers still list under an earlier name, with the name of today. Browsers accept both. */
const today: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** All zones that the browser knows, by their names of today, with UTC first. */
export function allZones(): string[] {
  const names = Intl.supportedValuesOf('timeZone').map((name) => today[name] ?? name);
  return ['UTC', ...[...new Set(names)].filter((name) => name !== 'UTC').sort()];
}
