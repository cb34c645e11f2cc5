import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DefaultTheme } from 'vitepress'
import { entriesOf, type PackageName } from '../scripts/packageEntries.ts'
import { recipes } from '../scripts/recipes.ts'

const reference = fileURLToPath(new URL('../pages/reference/', import.meta.url))

/** The pages of a folder of the reference, which are written when the site is built. */
const pagesIn = (folder: string) =>
  globSync(`${folder}/*.md`, { cwd: reference })
    .map((path) => path.slice(folder.length + 1, -'.md'.length))
    .filter((name) => name !== 'index' && name !== 'schemas')
    .sort()

/** The entries of a package that are modules. The client's operations are listed above them, by resource. */
function entryLinks(name: PackageName): DefaultTheme.SidebarItem[] {
  return entriesOf(name)
    .filter(({ source, page }) => source !== undefined && page !== 'operations')
    .map(({ specifier, page }) => ({
      text: page === 'index' ? specifier : `/${page}`,
      link: `/reference/${name}/${page === 'index' ? '' : page}`,
    }))
}

/** The pages in the order in which a stranger reads them. A test checks that every page is listed. */
export const guide: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [
      { text: 'Getting started', link: '/getting-started' },
      { text: 'Trouble, by symptom', link: '/recipes/trouble' },
      { text: 'Versions that work together', link: '/versions' },
      { text: 'Changelog', link: '/changelog' },
    ],
  },
  {
    text: 'Concepts',
    items: ['Environments', 'Providers', 'Sessions', 'Gates', 'Worlds', 'Ceremonies'].map((text) => ({
      text,
      link: `/concepts/${text.toLowerCase()}`,
    })),
  },
  {
    text: 'Recipes',
    items: [
      ...Object.entries(recipes).map(([name, { title }]) => ({ text: title, link: `/recipes/${name}` })),
      { text: 'A report of a sweep', link: '/sweep-report' },
    ],
  },
  {
    text: 'Limits',
    items: [
      { text: 'What Latchkey does not do', link: '/limits' },
      { text: 'What people ran into', link: '/reports' },
      { text: 'Beside other emulators', link: '/peers' },
      { text: 'Do the tests notice?', link: '/mutation' },
    ],
  },
  {
    text: 'Reference',
    items: [
      { text: 'Operations', link: '/reference/operations/' },
      { text: 'Control interface', link: '/reference/control' },
      { text: 'Errors', link: '/reference/errors' },
      { text: '@latchkey/types', link: '/reference/types' },
    ],
  },
  { text: 'Client', items: entryLinks('client') },
  { text: 'Mock', items: entryLinks('mock') },
]

/** The pages of the operations, which have a list of their own. */
export const operations: DefaultTheme.SidebarItem[] = [
  {
    text: 'Operations',
    items: [
      { text: 'All resources', link: '/reference/operations/' },
      ...pagesIn('operations').map((name) => ({ text: name, link: `/reference/operations/${name}` })),
      { text: 'Shared schemas', link: '/reference/operations/schemas' },
    ],
  },
]
