import { defined } from '@latchkey/base/defined'
import type { components } from '@latchkey/types'
import type { User } from '../../store/records.ts'
import type { Passkey } from '../../store/signInRecords.ts'
import type { VendorWallet } from '../../store/vendorRecords.ts'
import { replaceCredential } from '../credentials/credentials.ts'
import { type AttestedKey, storePasskey, verifyAttestation } from '../passkeys/passkeyAnswers.ts'
import { assertRoom, credentialOf } from '../passkeys/passkeyCeremonies.ts'
import { readClientData } from '../passkeys/passkeyChallenges.ts'
import { allowedOrigin, isOriginOf } from '../passkeys/relyingParty.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import type { RequestContext } from '../shared/request.ts'

type Schemas = components['schemas']

interface NewWalletPasskey {
  readonly attestation: Schemas['PasskeyRegistrationCredential']
  /** The challenge that the client chose, base64url. */
  readonly challenge: string
  readonly alias?: string | undefined
  readonly request: RequestContext
}

/**
 * Verifies a passkey that a client has created for wallets, and stores it. It proves nothing else. A passkey that
 * secures another wallet of the user already is not stored again.
 *
 * @throws {@link DomainError} `badRequest`, `invalidPasskey`, `duplicateExists`, `tooManyPasskeys`
 */
export async function registerWalletPasskey(
  backend: Backend,
  user: User,
  { attestation, challenge, alias, request }: NewWalletPasskey,
): Promise<Passkey> {
  const attested = await verifyWalletAttestation(backend, user, { attestation, challenge, request })
  const existing = backend.store.passkeys.find('byCredentialId', [user.environmentId, attested.credentialId])
  if (existing && isWalletPasskey(backend, existing) && existing.userId === user.id) return existing
  assertRoom(backend, user)
  const passkey = storePasskey(backend, user, { attested, request, signInEnabled: false })
  return backend.store.passkeys.put({ ...passkey, forWallets: true, ...defined({ alias }) })
}

async function verifyWalletAttestation(
  backend: Backend,
  { environmentId }: User,
  { attestation, challenge, request }: NewWalletPasskey,
): Promise<AttestedKey> {
  const { credentialId: id, clientDataJson, attestationObject, transports } = attestation
  const expected = expectedAnswer(backend, environmentId, { clientDataJson, challenge, request })
  return verifyAttestation(expected, {
    credential: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: clientDataJson, attestationObject, transports: transports.map(transportName) },
    },
    requireUserVerification: false,
  })
}

interface ClientAnswer {
  readonly clientDataJson: string
  readonly challenge: string
  readonly request: Pick<RequestContext, 'origin'>
}

/**
 * Returns the values that an answer over a challenge of the client must match: the page must be allowed, and the
 * relying party is its host or a parent domain.
 *
 * @throws {@link DomainError} `badRequest`, `invalidPasskey`
 */
export function expectedAnswer(
  backend: Backend,
  environmentId: string,
  { clientDataJson, challenge, request }: ClientAnswer,
) {
  const page = allowedOrigin(backend, environmentId, request)
  const { origin, isCrossOrigin } = readClientData(clientDataJson)
  const rpIds = URL.canParse(origin) ? domainsOf(new URL(origin).hostname) : []
  const expectedRPID = rpIds.filter((rpId) => isOriginOf(backend, environmentId, { origin, rpId }))
  const isFromAllowedPage = (page === undefined || page === origin) && expectedRPID.length > 0 && !isCrossOrigin
  assert(isFromAllowedPage, 'invalidPasskey', { message: 'The passkey was used on a page that is not allowed here.' })
  return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID }
}

/** A host with its parent domains, top-level domains left out. */
function domainsOf(host: string): string[] {
  const labels = host.split('.')
  return labels
    .map((_, index) => labels.slice(index).join('.'))
    .filter((domain) => domain === host || domain.includes('.'))
}

/** `AUTHENTICATOR_TRANSPORT_INTERNAL` is `internal` in WebAuthn. */
function transportName(transport: Schemas['AuthenticatorTransportProtocol']): string {
  return transport.replace('AUTHENTICATOR_TRANSPORT_', '').toLowerCase()
}

/** Whether a passkey secures an embedded wallet. */
export function isWalletPasskey({ store }: Pick<Backend, 'store'>, { id, userId }: Passkey): boolean {
  return [...store.vendorWallets.scan('byUser', [userId])].some(({ passkeyIds }) => passkeyIds.includes(id))
}

/** Deletes the passkeys that secured a wallet and secure no other one any more. */
export function dropWalletPasskeys(
  backend: Backend,
  { passkeyIds, userId }: Pick<VendorWallet, 'passkeyIds' | 'userId'>,
): void {
  const { store } = backend
  for (const passkeyId of passkeyIds) {
    const passkey = store.passkeys.get(passkeyId)
    if (!passkey || isWalletPasskey(backend, passkey)) continue
    const credential = credentialOf(backend, passkey)
    store.passkeys.delete(passkeyId)
    if (!credential) continue
    store.credentials.delete(credential.id)
    replaceCredential(backend, userId, credential.id)
  }
}
