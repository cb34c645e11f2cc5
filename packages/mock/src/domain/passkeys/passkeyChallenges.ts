import { decodeBase64url, encodeBase64url } from '@latchkey/base/base64url'
import { newRecord } from '@latchkey/base/newRecord'
import type { PasskeyChallenge } from '../../store/signInRecords.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { forgetExpired } from '../shared/expiry.ts'

/** How long an authenticator has to answer, in milliseconds. */
export const challengeMs = 300_000

/** The environment, user and purpose that a challenge was created for. */
export type ChallengeScope = Pick<PasskeyChallenge, 'environmentId' | 'purpose' | 'userId' | 'mfaDeviceId'>

/** Creates a challenge of 32 bytes. */
export function createChallenge(backend: Backend, scope: ChallengeScope, rpId: string): PasskeyChallenge {
  const { store, clock, random } = backend
  forgetExpired(store.passkeyChallenges, clock.iso())
  return store.passkeyChallenges.insert({
    ...newRecord(backend),
    ...scope,
    rpId,
    challenge: encodeBase64url(random.bytes(32)),
    expiresAt: clock.isoIn(challengeMs),
  })
}

/**
 * Uses up a challenge. It is deleted whether it matches or not, and even if the request fails.
 *
 * @throws {@link DomainError} `invalidVerification` for one that is unknown, has expired, or was created for another
 * user or purpose
 */
export function takeChallenge(backend: Backend, scope: ChallengeScope, text: string): PasskeyChallenge {
  const { store, clock } = backend
  const challenge = store.passkeyChallenges.find('byChallenge', [text])
  const isHere = challenge?.environmentId === scope.environmentId
  if (isHere)
    backend.outsideUndo((lasting) => {
      lasting.store.passkeyChallenges.delete(challenge.id)
    })
  const isUsable = isHere && challenge.expiresAt > clock.iso() && isOfScope(challenge, scope)
  assert(isUsable, 'invalidVerification', {
    message: 'This challenge is unknown, has expired, was used already or is for something else. Ask for new options.',
  })
  return challenge
}

function isOfScope(challenge: PasskeyChallenge, { purpose, userId, mfaDeviceId }: ChallengeScope): boolean {
  return challenge.purpose === purpose && challenge.userId === userId && challenge.mfaDeviceId === mfaDeviceId
}

/** The client data that a browser collects in a ceremony (WebAuthn, section 5.8.1). */
export interface ClientData {
  readonly challenge: string
  readonly origin: string
  /** Whether the page was in a frame of another site. */
  readonly isCrossOrigin: boolean
}

/** Reads the client data of an answer. @throws {@link DomainError} `badRequest` */
export function readClientData(text: string): ClientData {
  const data = parse(decodeBase64url(text))
  const {
    challenge,
    origin,
    crossOrigin = false,
    topOrigin,
  } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
  const isWhole = typeof challenge === 'string' && typeof origin === 'string' && typeof crossOrigin === 'boolean'
  assert(isWhole, 'badRequest', { message: 'response.clientDataJSON must be what a browser writes.' })
  return { challenge, origin, isCrossOrigin: crossOrigin || topOrigin !== undefined }
}

function parse(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
