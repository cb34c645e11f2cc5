import type { DefaultTheme } from 'vitepress'

/** The pages in the order in which a stranger reads them. A test checks that it lists every page. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  { text: 'Start', items: [{ text: 'Getting started', link: '/getting-started' }] },
  { text: 'Limits', items: [{ text: 'What Latchkey does not do', link: '/limits' }] },
]
