import * as z from 'zod'
import { anyObject, environmentChoice, settings } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

/** The routes of `mock.settings` and `mock.keys`. */
export const settingsRoutes = {
  'GET settings': {
    summary: 'Settings of an environment',
    input: z.strictObject(environmentChoice),
    output: settings,
  },
  'POST settings': {
    summary: 'Changes settings by a merge patch',
    input: z.strictObject({ ...environmentChoice, patch: anyObject }),
    output: settings,
  },
  'POST settings/cookies': {
    summary: 'Keeps sessions in cookies of an active hostname',
    input: z.strictObject({ ...environmentChoice, hostname: z.string(), origins: z.array(z.string()) }),
    output: settings,
  },
  'POST keys/rotate': {
    summary: 'Signs tokens with a new key from now on',
    input: z.strictObject(environmentChoice),
    output: z.object({ kid: z.string() }),
  },
} satisfies ControlRoutes
