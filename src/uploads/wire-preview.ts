import type { Previewed } from './preview-upload.ts';

/** The preview as JSON text. The records are texts already, because parsing them would lose digits. */
export function previewJson({ fills, columnsKey: _, records, ...rest }: Previewed): string {
  const head = JSON.stringify({ ...rest, dataTypes: fills });
  return `${head.slice(0, -1)},"records":[${records.join(',')}]}`;
}
