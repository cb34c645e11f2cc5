import { sections } from '../../src/inspector/views/configuration/sections.ts'
import { views } from '../../src/inspector/views/views.ts'

/** The parts of the inspector, each with the name of its view: the views, and the further parts of some. */
export const parts: readonly { readonly name: string; readonly hash: string }[] = [
  ...views,
  ...sections.slice(1).map(({ segment }) => ({ name: 'Configuration', hash: `configuration/${segment}` })),
  { name: 'Wallets and chain', hash: 'wallets/chain' },
]
