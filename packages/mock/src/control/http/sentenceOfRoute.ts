import type { ControlKey } from '@latchkey/contract/controlCaller'

/** The routes that do what the functions do which sentences of the control object name. */
export const routesOfCalls: Readonly<Record<string, ControlKey | Readonly<Record<string, ControlKey>>>> = {
  // By the first part of the route that is called.
  addUser: { idp: 'POST idp/users', messenger: 'POST messenger/users' },
  backUp: 'POST wallets/embedded/backUp',
  'chain.addToken': 'POST chain/tokens',
  'chain.detach': 'POST chain/nodes/detach',
  'chain.rpcUrl': 'GET chain/rpcUrl',
  'create.admin': 'POST create/admin',
  'create.organization': 'POST create/organization',
  'create.user': 'POST create/user',
  'create.webhook': 'POST create/webhook',
  'delegation.backend': 'POST delegation/backends',
  export: 'GET state',
  exportStream: 'GET state',
  importStream: 'POST state',
  signPsbt: 'POST wallets/embedded/signPsbt',
}

/** A function in quotes, with its arguments if it has some. */
const mention = /(["`])(?:mock\.)?([a-zA-Z]+(?:\.[a-zA-Z]+)*)\([^()"`]*\)\1/g

/**
 * A sentence of the control object for callers in other languages: it names the route that they have called, and the
 * routes of the functions that it advises.
 *
 * @param key - The route, such as `POST clock/advance`.
 */
export function sentenceOfRoute(sentence: string, key: string): string {
  const [, room = ''] = /^\w+ (\w+)/.exec(key) ?? []
  return sentence
    .replace(/^Failed to call "[^"]*": /, `${key}: `)
    .replaceAll(mention, (whole: string, _quote: string, name: string) => {
      const route = Object.hasOwn(routesOfCalls, name) ? routesOfCalls[name] : undefined
      const chosen = typeof route === 'object' ? route[room] : route
      return chosen === undefined ? whole : `"${chosen}"`
    })
}
