import { defineConfig } from 'vitepress'
import { writeTexts } from '../scripts/writeTexts.ts'
import { search } from './search.ts'
import { guide, operations } from './sidebar.ts'

const repository = 'https://github.com/latchkey-dev/latchkey'
/** Where the site is published. The map of the site needs whole URLs; nothing else depends on it. */
const hostname = process.env.LATCHKEY_SITE_URL ?? 'https://latchkey-dev.github.io'

/** Pages of the reference, and recipes, are long and have their outline beside them. Others use the width for their examples. */
const isReference = (page: string) => page.startsWith('reference/') || page.startsWith('recipes/')

export default defineConfig({
  title: 'Latchkey',
  description: 'A typed client and an in-memory reference server for an identity and wallet management API.',
  lang: 'en',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: 'node_modules/.cache/vitepress',
  cleanUrls: false,
  sitemap: { hostname },
  // Nothing in the pages may lead to another host: the site is read and tested without a network.
  head: [['link', { rel: 'icon', href: '/mark.svg', type: 'image/svg+xml' }]],
  markdown: { theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' } },
  transformPageData(page) {
    if (!isReference(page.relativePath)) page.frontmatter.aside ??= false
  },
  buildEnd: writeTexts,
  themeConfig: {
    logo: '/mark.svg',
    search: { provider: 'local', options: search },
    nav: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Concepts', link: '/concepts/environments', activeMatch: '^/concepts/' },
      { text: 'Recipes', link: '/recipes/react', activeMatch: '^/recipes/' },
      { text: 'Reference', link: '/reference/operations/', activeMatch: '^/reference/' },
      { text: 'Limits', link: '/limits' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: { '/reference/operations/': operations, '/': guide },
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: repository }],
    docFooter: { prev: 'Before', next: 'Next' },
  },
  vite: {
    build: { target: 'es2022', chunkSizeWarningLimit: 4_000 },
    logLevel: 'error',
    // Examples run only in browsers, so the pages that Node renders need not contain what they import.
    ssr: { external: ['@latchkey/client', '@latchkey/mock', 'react', 'react-dom', 'sucrase'] },
    server: { host: '127.0.0.1' },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'latchkey-inspector' } } },
})
