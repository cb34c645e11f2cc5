import type { OperationId, Resource } from '@latchkey/types'
import type { Reply } from '../http/respond.ts'
import { allowlistEntries } from './allowlistEntries.ts'
import { allowlists } from './allowlists.ts'
import { customFields } from './customFields.ts'
import { customHostnames } from './customHostnames.ts'
import { customNetworks } from './customNetworks.ts'
import { deeplinkUrls } from './deeplinkUrls.ts'
import { emailSignIn } from './emailSignIn.ts'
import { environments } from './environments.ts'
import { events } from './events.ts'
import { exports_ } from './exports.ts'
import { externalAuth } from './externalAuth.ts'
import { frame } from './frame.ts'
import { gates } from './gates.ts'
import { health } from './health.ts'
import { invites } from './invites.ts'
import { jwks } from './jwks.ts'
import { messenger } from './messenger.ts'
import { mfa } from './mfa.ts'
import { mfaDevices } from './mfaDevices.ts'
import { mfaSettings } from './mfaSettings.ts'
import { nonces } from './nonces.ts'
import { oauth } from './oauth.ts'
import type { Call, ResourceOperations } from './operation.ts'
import { organizations } from './organizations.ts'
import { origins } from './origins.ts'
import { passkeys } from './passkeys.ts'
import { profile } from './profile.ts'
import { projects } from './projects.ts'
import { providers } from './providers.ts'
import { screening } from './screening.ts'
import { sdkSettings } from './sdkSettings.ts'
import { sessions } from './sessions.ts'
import { smsSignIn } from './smsSignIn.ts'
import { testAccount } from './testAccount.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'
import { visits } from './visits.ts'
import { walletSignIn } from './walletSignIn.ts'
import { wallets } from './wallets.ts'
import { webhookMessages } from './webhookMessages.ts'
import { webhooks } from './webhooks.ts'

/** Every operation of the document has its handler here; one too few or too many does not compile. */
const resources = {
  allowlistEntries, allowlists, customFields, customHostnames, customNetworks, deeplinkUrls, emailSignIn, environments, events, exports:
  exports_, externalAuth, frame, gates, health, invites, jwks, messenger, mfa, mfaDevices, mfaSettings, nonces, oauth, organizations, origins,
  passkeys, profile, projects, providers, screening, sdkSettings, sessions, smsSignIn, testAccount, tokens, users, visits, walletSignIn,
  wallets, webhookMessages, webhooks,
} satisfies { [R in Resource]: ResourceOperations<R> }

type AnyHandler = (call: never) => Reply | Promise<Reply>

const handlers = new Map<string, AnyHandler>(
  Object.entries(resources).flatMap(([resource, operations]) => Object.entries(operations).map(([name, handler]) => [`${resource}.${name}`, handler] as const)),
)

export const registry = {
  /** Calls an operation's handler. The caller has validated the call against the operation's schemas. */
  run(id: OperationId, call: object): Reply | Promise<Reply> {
    const handler = handlers.get(id) as (call: Call<OperationId>) => Reply | Promise<Reply>
    return handler(call as Call<OperationId>)
  },
}
