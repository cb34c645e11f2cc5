import type { creationRoutes } from '@latchkey/contract/routes/creationRoutes'
import type { Mock } from '../../mock.ts'
import type { EnvironmentChoice } from '../../objects/create/factoryContext.ts'
import type { HandlersOf } from './handlersOf.ts'

/** Answers the routes of `creationRoutes`. */
export const creationHandlers: HandlersOf<typeof creationRoutes> = {
  'POST create/user': creating((mock, input, at) => mock.create.user(input, at)),
  'POST create/wallet': creating((mock, { userId, ...input }, at) => mock.create.wallet(userId, input, at)),
  'POST create/gate': creating((mock, input, at) => mock.create.gate(input, at)),
  'POST create/allowlist': creating((mock, input, at) => mock.create.allowlist(input, at)),
  'POST create/allowlistEntry': (mock, { allowlistId, ...input }) => mock.create.allowlistEntry(allowlistId, input),
  'POST create/provider': creating((mock, input, at) => mock.create.provider(input, at)),
  'POST create/webhook': creating((mock, input, at) => mock.create.webhook(input, at)),
  'POST create/customField': creating((mock, input, at) => mock.create.customField(input, at)),
  'POST create/customHostname': creating((mock, input, at) => mock.create.customHostname(input, at)),
  'POST create/origin': creating((mock, { origin }, at) => mock.create.origin(origin, at)),
  'POST create/deeplinkUrl': creating((mock, { url }, at) => mock.create.deeplinkUrl(url, at)),
  'POST create/token': creating((mock, input, at) => mock.create.token(input, at)),
  'POST create/admin': (mock, input) => mock.create.admin(input),
  'POST create/totp': async (mock, { userId }) => {
    const { deviceId, secret, code } = await mock.create.totp(userId)
    return { deviceId, secret, code: code() }
  },
  'POST create/globalWalletConnection': (mock, input) => mock.create.globalWalletConnection(input),
  'POST create/organization': (mock, input) => mock.create.organization(input),
}

/** The fields of the record: those that the route reads, and whatever the operation takes. */
type Fields<I> = { [K in keyof I as string extends K ? never : Exclude<K, 'environmentId'>]: I[K] } & Record<
  string,
  unknown
>

/** A handler for which the environment is separate from the fields of the record. */
function creating<I extends EnvironmentChoice, O>(
  create: (mock: Mock, fields: Fields<I>, at: EnvironmentChoice) => Promise<O>,
) {
  return (mock: Mock, { environmentId, ...fields }: I) => create(mock, fields as Fields<I>, { environmentId })
}
