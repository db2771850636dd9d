import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = import.meta.dirname;
/** Limit for the gzipped JavaScript that a browser loads before it shows the first page. */
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
    // The content security policy blocks data: URLs, so small assets are not inlined either.
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

/** Prints the JavaScript size of each page's first load and fails the build above the limit. */
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
        const text = `${entry.name}: ${(bytes / 1000).toFixed(1)} kB of JavaScript at first load (limit ${firstLoadMaxKb} kB)`;
        if (bytes > firstLoadMaxKb * 1000) this.error(text);
        this.info(text);
      }
    },
  };
}
