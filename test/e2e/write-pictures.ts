import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WatchedBrowser } from './browser.ts';

/** Images of the documentation, each with the screenshot that it is made from. */
const pictures: Record<string, string> = {
  overview: 'overview-light-1440',
  company: 'company-overview-light-1440',
  browse: 'company-browse-filtered-light-1440',
  statement: 'company-profit-and-loss-light-1440',
  invoice: 'company-invoice-light-1440',
  consumer: 'consumer-failing-light-1440',
  message: 'message-failed-light-1440',
  migration: 'migration-rehearsal-light-1440',
  health: 'operator-health-light-1440',
  link: 'link-reading-dark-400',
};
/** The package contains the pictures, so they are as small as their texts stay readable. */
const quality = 0.5;
const widthMax = 1080;
/** Long pages are cropped to this height. */
const heightMax = 1000;

/** Converts the screenshots to WebP in the browser. */
export async function writePictures(browser: WatchedBrowser, from: string, to: string): Promise<string[]> {
  await mkdir(to, { recursive: true });
  const page = await browser.open();
  const written: string[] = [];
  for (const [name, source] of Object.entries(pictures)) {
    const png = (await readFile(join(from, `${source}.png`))).toString('base64');
    const url = (await page.evaluate(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png}';
      await image.decode();
      const canvas = document.createElement('canvas');
      const scale = Math.min(1, ${widthMax} / image.width);
      canvas.width = Math.round(image.width * scale);
      canvas.height = Math.round(Math.min(image.height, ${heightMax}) * scale);
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, canvas.width, Math.round(image.height * scale));
      return canvas.toDataURL('image/webp', ${quality});
    })()`)) as string;
    const path = join(to, `portal-${name}.webp`);
    await writeFile(path, Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
    written.push(path);
  }
  await page.context().close();
  return written;
}
