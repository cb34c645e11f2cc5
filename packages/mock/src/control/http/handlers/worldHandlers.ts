import type { worldRoutes } from '@latchkey/contract/routes/worldRoutes'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `worldRoutes`. */
export const worldHandlers: HandlersOf<typeof worldRoutes> = {
  'GET worlds': async (_mock, _, { worlds }) => [...(await worlds.list())],
  'POST worlds': async (_mock, { name, from, wallets }, { worlds }) => ({
    name,
    url: (await worlds.create(name, { from, wallets })).baseUrl,
  }),
  'POST worlds/drop': async (_mock, { name }, { worlds }) => {
    if (!(await worlds.drop(name))) throw new TypeError(`Failed to drop: there is no world "${name}".`)
  },
}
