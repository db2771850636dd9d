/** Makes a file name of texts: "Café Löwe & Co", "Balance sheet" → "cafe-lowe-co-balance-sheet". */
export function fileName(...texts: string[]): string {
  return texts
    .join(' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
