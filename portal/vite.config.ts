import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { IntlMessageFormat } from 'intl-messageformat';
import { defineConfig, type IndexHtmlTransformContext, type Plugin } from 'vite';

const here = import.meta.dirname;
/** Limit for the gzipped JavaScript that a browser loads before it shows the first page. */
const firstLoadMaxKb = 300;

export default defineConfig({
  root: here,
  base: '/portal/',
  plugins: [react(), compileMessages(), preloadStart(), measureFirstLoad()],
  resolve: {
    alias: [
      { find: '@daybook/sdk', replacement: join(here, '../sdk/src/daybook.ts') },
      // Texts are compiled below, so the parser of messages (7 kB) is left out.
      {
        find: '@formatjs/icu-messageformat-parser',
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
      // Only write-excel-file imports this path.
      { find: '../zip/zipToArrayBuffer.js', replacement: join(here, 'src/ui/export/zip-on-this-thread.ts') },
    ],
  },
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

/** Compiles the texts of the catalogue that have values, plurals or tags. */
function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/messages\/\w+\/[\w-]+\.json$/.test(id)) return undefined;
      const texts = Object.entries<string>(JSON.parse(code)).map(([key, text]) => [
        key,
        /[{<']/.test(text) ? new IntlMessageFormat(text, 'en', undefined, { captureLocation: false }).getAst() : text,
      ]);
      return JSON.stringify(Object.fromEntries(texts));
    },
  };
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** The files of a page's first load: its entry, `start`, which the entry loads after the texts, and what they import. */
function firstLoad(bundle: Bundle, entry: string): Set<string> {
  const files = new Set([entry]);
  for (const file of files) {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk') continue;
    for (const next of chunk.imports) files.add(next);
    for (const next of chunk.dynamicImports) if (file === entry && bundle[next]?.name === 'start') files.add(next);
  }
  return files;
}

/** Lets the browser load `start` and the typeface together with the entry. */
function preloadStart(): Plugin {
  return {
    name: 'preload-start',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {}, chunk }) => {
        const scripts = [...firstLoad(bundle, chunk?.fileName ?? '')].filter((file) => !html.includes(file));
        const fonts = Object.keys(bundle).filter((file) => file.includes('inter-latin-wght-normal'));
        return [
          ...scripts.map((file) => ({ rel: 'modulepreload', crossorigin: true, href: `/portal/${file}` })),
          ...fonts.map((file) => ({ rel: 'preload', as: 'font', crossorigin: true, href: `/portal/${file}` })),
        ].map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' }));
      },
    },
  };
}

/** Prints the JavaScript size of each page's first load and fails the build above the limit. */
function measureFirstLoad(): Plugin {
  return {
    name: 'measure-first-load',
    writeBundle(_, bundle) {
      for (const entry of Object.values(bundle)) {
        if (entry.type !== 'chunk' || !entry.isEntry) continue;
        const bytes = [...firstLoad(bundle, entry.fileName)].reduce((sum, file) => {
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
