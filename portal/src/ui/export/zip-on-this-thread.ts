import { zipSync } from 'fflate';

/**
 * Replaces the zip function of write-excel-file (see vite.config.ts). Its own one starts a worker from a blob for files
 * above 160 kB. The content security policy blocks such workers, and the export would never end.
 */
// biome-ignore lint/style/noDefaultExport: the module that it replaces has a default export.
export default function zipToArrayBuffer(files: Record<string, Uint8Array>): Promise<ArrayBufferLike> {
  return Promise.resolve(zipSync(files).buffer);
}
