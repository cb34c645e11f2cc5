import { MessengerUser } from '@latchkey/types/zod'
import * as z from 'zod'
import { idpAccount, environmentChoice } from '../../objects/inputSchemas.ts'
import { type ControlRoutes, route } from './controlRoute.ts'

const person = z.strictObject({ accountId: z.string(), ...environmentChoice })
const token = z.object({ messengerAuthToken: z.string() })

/** The routes of `mock.messenger`. */
export const messengerRoutes = {
  'GET messenger/users': route({
    summary: 'The people at the messenger',
    output: z.object({ users: z.array(idpAccount) }),
    run: (mock) => ({ users: mock.messenger.users() }),
  }),
  'POST messenger/users': route({
    summary: 'Adds a person to the messenger',
    input: z.strictObject({
      id: z.int().min(1).optional(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      username: z.string().optional(),
      photoUrl: z.string().optional(),
    }),
    output: idpAccount,
    run: (mock, input) => mock.messenger.addUser(input),
  }),
  'POST messenger/sign': route({
    summary: 'Signs what the login widget passes to a page',
    input: person,
    output: MessengerUser,
    run: (mock, { accountId, ...at }) => mock.messenger.sign({ accountId }, at),
  }),
  'POST messenger/authToken': route({
    summary: 'Signs the JWT with which the bot logs a person in',
    input: person,
    output: token,
    run: (mock, { accountId, ...at }) => ({ messengerAuthToken: mock.messenger.authToken({ accountId }, at) }),
  }),
  'POST messenger/initData': route({
    summary: 'Signs the init data for an app in the messenger',
    input: person,
    output: token,
    run: (mock, { accountId, ...at }) => ({ messengerAuthToken: mock.messenger.initData({ accountId }, at) }),
  }),
} satisfies ControlRoutes
