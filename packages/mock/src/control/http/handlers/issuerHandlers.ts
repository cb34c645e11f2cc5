import type { issuerRoutes } from '@latchkey/contract/routes/issuerRoutes'
import type { IssuerHandle } from '../../objects/issuerControl.ts'
import type { HandlersOf } from './handlersOf.ts'

const factsOf = ({ issuer: iss, jwksUrl, servedUrl }: IssuerHandle) => ({ issuer: iss, jwksUrl, servedUrl })

/** Answers the routes of `issuerRoutes`. */
export const issuerHandlers: HandlersOf<typeof issuerRoutes> = {
  'POST issuers': async (mock, input) => factsOf(await mock.issuers.create(input)),
  'GET issuers': (mock, { issuer: iss }) => factsOf(mock.issuers.get(iss)),
  'GET issuers/jwks': (mock, { issuer: iss }) => mock.issuers.get(iss).jwks(),
  'POST issuers/sign': async (mock, { issuer: iss, claims, leaveOut = [], header }) => {
    // JSON has no `undefined`, which leaves a claim out.
    const absent = Object.fromEntries(leaveOut.map((name) => [name, undefined]))
    return { jwt: await mock.issuers.get(iss).sign({ ...claims, ...absent }, { header }) }
  },
  'POST issuers/rotate': (mock, { issuer: iss, dropFormer }) => mock.issuers.get(iss).rotate({ dropFormer }),
}
