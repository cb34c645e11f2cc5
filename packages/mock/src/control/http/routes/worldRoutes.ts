import * as z from 'zod'
import { type ControlRoutes, route } from './controlRoute.ts'
import { countsOutput } from './overviewRoutes.ts'

const world = { name: z.string(), url: z.string() }

/** The routes of a server's worlds. */
export const worldRoutes = {
  'GET worlds': route({
    summary: 'The worlds of this server',
    output: z.array(z.object({ ...world, lastUsedAt: z.string().nullable(), counts: countsOutput.nullable() })),
    run: async (_mock, _, { worlds }) => [...(await worlds.list())],
  }),
  'POST worlds': route({
    summary: "Creates a world below `/w/<name>`: a copy of the server's own state, or of another world",
    input: z.strictObject({ name: z.string(), from: z.string().optional() }),
    output: z.object(world),
    run: async (_mock, { name, from }, { worlds }) => ({ name, url: (await worlds.create(name, { from })).baseUrl }),
  }),
  'POST worlds/drop': route({
    summary: 'Deletes a world',
    input: z.strictObject({ name: z.string() }),
    output: undefined,
    run: async (_mock, { name }, { worlds }) => {
      if (!(await worlds.drop(name))) throw new TypeError(`Failed to drop: there is no world "${name}".`)
    },
  }),
} satisfies ControlRoutes
