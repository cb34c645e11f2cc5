import * as z from 'zod'
import { anyObject, environmentChoice, settings } from '../../objects/inputSchemas.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

/** The routes of `mock.settings` and `mock.keys`. */
export const settingsRoutes = {
  'GET settings': route({
    summary: 'Settings of an environment',
    input: z.strictObject(environmentChoice),
    output: settings,
    run: (mock, at) => mock.settings.get(at),
  }),
  'POST settings': route({
    summary: 'Changes settings by a merge patch',
    input: z.strictObject({ ...environmentChoice, patch: anyObject }),
    output: settings,
    run: (mock, { patch, ...at }) => mock.settings.patch(patch, at),
  }),
  'POST settings/cookies': route({
    summary: 'Keeps sessions in cookies of an active hostname',
    input: z.strictObject({ ...environmentChoice, hostname: z.string(), origins: z.array(z.string()) }),
    output: settings,
    run: (mock, { environmentId, ...input }) => mock.settings.cookies(input, { environmentId }),
  }),
  'POST keys/rotate': route({
    summary: 'Signs tokens with a new key from now on',
    input: z.strictObject(environmentChoice),
    output: z.object({ kid: z.string() }),
    run: (mock, at) => mock.keys.rotate(at),
  }),
} satisfies ControlRoutes
