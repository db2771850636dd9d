import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

/** `npm run docs` builds the site; Daybook serves site/dist at /docs (src/portal/serve-docs.ts). */
export default defineConfig({
  base: '/docs',
  trailingSlash: 'always',
  outDir: './dist',
  // Every page would repeat the inlined rules.
  build: { inlineStylesheets: 'never' },
  // The policy of the server permits scripts from files only, and the few inline ones by their hashes.
  vite: { build: { assetsInlineLimit: 0 } },
  prefetch: false,
  integrations: [
    starlight({
      title: 'Daybook',
      description: 'Data API for company accounting data',
      logo: { src: '../portal/src/daybook.svg', alt: '' },
      favicon: '/favicon.svg',
      customCss: [
        './src/styles/site.css',
        './src/styles/reference.css',
        './src/styles/narrow.css',
        './src/styles/search.css',
      ],
      components: {
        Head: './src/components/Head.astro',
        SiteTitle: './src/components/SiteTitle.astro',
        SocialIcons: './src/components/AreaLinks.astro',
        Sidebar: './src/components/Sidebar.astro',
        ThemeProvider: './src/components/ThemeProvider.astro',
        ThemeSelect: './src/components/ThemeSelect.astro',
        Footer: './src/components/Footer.astro',
        MobileMenuFooter: './src/components/MobileMenuFooter.astro',
        MobileMenuToggle: './src/components/MobileMenuToggle.astro',
        PageTitle: './src/components/PageTitle.astro',
        Search: './src/components/Search.astro',
      },
      routeMiddleware: './src/route-middleware.ts',
      expressiveCode: {
        defaultProps: { frame: 'code' },
        themes: ['github-dark-default', 'github-light-default'],
        styleOverrides: {
          borderRadius: '8px',
          codeFontSize: '0.8125rem',
          uiFontSize: '0.8125rem',
          frames: { frameBoxShadowCssValue: 'none' },
        },
      },
      lastUpdated: false,
      credits: false,
    }),
  ],
});
