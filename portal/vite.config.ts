import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = import.meta.dirname;
/** What a browser loads before the first page shows, gzipped. */
const firstLoadMaxKb = 350;

export default defineConfig({
  root: here,
  base: '/portal/',
  plugins: [react(), measureFirstLoad()],
  resolve: { alias: { '@daybook/sdk': join(here, '../sdk/src/daybook.ts') } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The content security policy lets no data: URL in, and small files are as well a request.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: Object.fromEntries(
        ['portal', 'link']
          .map((name) => [name, join(here, `${name}.html`)])
          .filter(([, path]) => existsSync(path ?? '')),
      ),
    },
  },
});

/** Says how much JavaScript each page's first load takes, and fails where it is too much. */
function measureFirstLoad(): Plugin {
  return {
    name: 'measure-first-load',
    writeBundle(_, bundle) {
      for (const entry of Object.values(bundle)) {
        if (entry.type !== 'chunk' || !entry.isEntry) continue;
        const files = new Set<string>([entry.fileName]);
        for (const file of files) {
          const chunk = bundle[file];
          if (chunk?.type === 'chunk') for (const next of chunk.imports) files.add(next);
        }
        const bytes = [...files].reduce((sum, file) => {
          const chunk = bundle[file];
          return chunk?.type === 'chunk' ? sum + gzipSync(chunk.code).length : sum;
        }, 0);
        const text = `${entry.name}: ${(bytes / 1000).toFixed(1)} kB of JavaScript at first load (at most ${firstLoadMaxKb} kB)`;
        if (bytes > firstLoadMaxKb * 1000) this.error(text);
        this.info(text);
      }
    },
  };
}
