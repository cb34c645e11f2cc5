import { sections } from '@latchkey/inspector/views/configuration/sections'
import { views } from '@latchkey/inspector/views/views'

/** The parts of the inspector, each with the name of its view: the views, and the further parts of some. */
export const parts: readonly { readonly name: string; readonly hash: string }[] = [
  ...views,
  ...sections.slice(1).map(({ segment }) => ({ name: 'Configuration', hash: `configuration/${segment}` })),
  { name: 'Wallets and chain', hash: 'wallets/chain' },
]
