import { MessengerUser } from '@latchkey/types/zod'
import * as z from 'zod'
import { idpAccount, environmentChoice } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

const person = z.strictObject({ accountId: z.string(), ...environmentChoice })

const token = z.object({ messengerAuthToken: z.string() })

/** The routes of `mock.messenger`. */
export const messengerRoutes = {
  'GET messenger/users': {
    summary: 'The people at the messenger',
    output: z.object({ users: z.array(idpAccount) }),
  },
  'POST messenger/users': {
    summary: 'Adds a person to the messenger',
    input: z.strictObject({
      id: z.int().min(1).optional(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      username: z.string().optional(),
      photoUrl: z.string().optional(),
    }),
    output: idpAccount,
  },
  'POST messenger/sign': {
    summary: 'Signs what the login widget passes to a page',
    input: person,
    output: MessengerUser,
  },
  'POST messenger/authToken': {
    summary: 'Signs the JWT with which the bot logs a person in',
    input: person,
    output: token,
  },
  'POST messenger/initData': {
    summary: 'Signs the init data for an app in the messenger',
    input: person,
    output: token,
  },
} satisfies ControlRoutes
