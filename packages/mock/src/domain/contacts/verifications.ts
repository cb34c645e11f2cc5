import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { defined } from '@latchkey/base/defined'
import type { Provider } from '../../store/records.ts'
import type { Verification } from '../../store/signInRecords.ts'
import { assertEnabledProvider, enabledProvider, enablingHint } from '../providers/providers.ts'
import { isEmail } from '../shared/addresses.ts'
import type { Backend, LastingBackend } from '../shared/backend.ts'
import { assert, DomainError } from '../shared/errors.ts'
import { forgetExpired } from '../shared/expiry.ts'
import { type Phone, readInternationalPhone } from '../shared/phones.ts'
import { assertEnvironment } from '../shared/recordGuards.ts'
import type { RequestContext } from '../shared/request.ts'
import { sha256Hex } from '../shared/sha256Hex.ts'
import { sendCode } from './codeMessages.ts'
import { testCodeOf } from './testAccounts.ts'
import { type Channel, channels, type VerificationResponses } from './verificationChannels.ts'
import { countWrongCode, isOutOfTries } from './wrongCodes.ts'

const codeMs = 600_000
const maximumAttempts = 5
/** Messages to one address within {@link sendWindowMs}. */
const maximumSends = 5
const sendWindowMs = 3_600_000
/** A hash that no code has. */
const noHash = ''

export interface VerificationInput<C extends Channel = Channel> {
  readonly channel: C
  /** An e-mail address, or a phone number in international form. */
  readonly address: string
  /** For a profile change: the user who begins it. Nobody else can finish it. */
  readonly userId?: string
  readonly request: Pick<RequestContext, 'origin'>
}

/**
 * Sends a code to an address, whether or not it belongs to a user.
 *
 * It replaces a pending verification of the address, even one that somebody else began. Wrong codes of a pending
 * verification still count, and so do the messages of the last hour.
 *
 * @returns What the reply shows of the verification.
 * @throws {@link DomainError} `noEmailProvider` or `noSmsProvider`, `invalidEmail` or `invalidPhone`,
 * `emailSubaddress`, `tooManyEmailAttempts` or `tooManySmsAttempts`
 */
export async function startVerification<C extends Channel>(
  backend: Backend,
  environmentId: string,
  input: VerificationInput<C>,
): Promise<VerificationResponses[C]> {
  const { store, clock } = backend
  const { channel, userId, request } = input
  const target = await readTarget(backend, environmentId, input)
  // An expired verification is kept while its messages still count.
  forgetExpired(store.verifications, clock.isoIn(codeMs - sendWindowMs))
  const former = store.verifications.find('byKey', [environmentId, channel, target.key])
  if (former) store.verifications.delete(former.id)
  const attempts = former && !isExpired(backend, former) ? former.attempts : 0
  const begun = {
    id: backend.newId(),
    createdAt: clock.iso(),
    environmentId,
    channel,
    ...target,
    ...defined({ userId }),
    attempts,
    sentAt: former?.sentAt ?? [],
  }
  return channels[channel].present(issueCode(backend, begun, request))
}

/**
 * Sends a new code for a pending verification; the former code no longer works.
 *
 * @throws {@link DomainError} what {@link startVerification} refuses, and `invalidEmailVerification` or
 * `invalidSmsVerification` for a verification that is unknown, has expired, or is of another address
 */
export async function retryVerification<C extends Channel>(
  backend: Backend,
  environmentId: string,
  { verificationId, ...input }: VerificationInput<C> & { readonly verificationId: string },
): Promise<VerificationResponses[C]> {
  const { channel, request } = input
  const target = await readTarget(backend, environmentId, input)
  const verification = findAlive(backend, environmentId, { channel, verificationId })
  assert(verification?.key === target.key, channels[channel].invalid)
  return channels[channel].present(issueCode(backend, verification, request))
}

export interface CodeInput {
  readonly channel: Channel
  readonly verificationId: string
  /** Six digits. */
  readonly code: string
  /** Who enters the code, if somebody is signed in. */
  readonly userId?: string
}

/**
 * Checks a code and uses it up. A wrong code stays counted although the request fails.
 *
 * @throws {@link DomainError} `invalidEmailVerification`, `wrongEmailCode`, `tooManyEmailAttempts`, or the same of text
 * messages
 */
export function consumeVerification(backend: Backend, environmentId: string, input: CodeInput): Verification {
  const { store } = backend
  const { invalid, wrong, tooMany } = channels[input.channel]
  const verification = findAlive(backend, environmentId, input)
  assert(verification && (verification.userId === undefined || verification.userId === input.userId), invalid)
  assert(verification.attempts < maximumAttempts && !isOutOfTries(backend, verification), tooMany)
  if (hashOf(verification.id, input.code) !== verification.codeHash) {
    backend.outsideUndo((lasting) => countAttempt(lasting, verification))
    throw new DomainError(wrong)
  }
  store.verifications.delete(verification.id)
  return verification
}

/** Counts a wrong code against the verification and against its address. */
function countAttempt(backend: LastingBackend, { id, environmentId, channel, key }: Verification): undefined {
  const { verifications } = backend.store
  const verification = verifications.get(id)
  if (verification) verifications.put({ ...verification, attempts: verification.attempts + 1 })
  countWrongCode(backend, { environmentId, channel, key })
}

/**
 * Ends a code before it expires. The wrong codes and messages of the address still count: they protect the person who
 * receives them, even if the user who requested the code is deleted.
 */
export function endVerification({ store }: Pick<Backend, 'store'>, verification: Verification): void {
  store.verifications.put({ ...verification, codeHash: undefined, userId: undefined })
}

/**
 * Invalidates the code that was sent to an address or number, even if another user requested it. It is then answered
 * like a wrong code, so that nobody learns from the reply that the user was deleted.
 */
export function spoilCode(
  { store }: Pick<Backend, 'store'>,
  { environmentId, channel, key }: Pick<Verification, 'environmentId' | 'channel' | 'key'>,
): void {
  const open = store.verifications.find('byKey', [environmentId, channel, key])
  if (open?.codeHash !== undefined) store.verifications.put({ ...open, codeHash: noHash })
}

/** Ends the codes of the profile changes that a user has begun. */
export function endVerificationsOf(backend: Pick<Backend, 'store'>, userId: string): void {
  for (const verification of backend.store.verifications.scan('byUser', [userId]))
    endVerification(backend, verification)
}

/**
 * The setting of the channel's provider.
 *
 * @throws {@link DomainError} `recordNotFound`, `noEmailProvider` or `noSmsProvider`
 */
export function assertChannel(backend: Backend, environmentId: string, channel: Channel): Provider {
  assertEnvironment(backend, environmentId)
  const { provider, notEnabled: failure } = channels[channel]
  const sendsOwnLinks = channel === 'email' && enabledProvider(backend, environmentId, 'magicLink')
  assert(!sendsOwnLinks || enabledProvider(backend, environmentId, provider), failure, {
    message: `The provider magicLink sends links of its own by its own SDK, and the service sends no code. ${enablingHint(provider)}`,
  })
  return assertEnabledProvider(backend, environmentId, { provider, failure })
}

/** @throws {@link DomainError} `emailSubaddress` where the environment refuses addresses with a plus part (RFC 5233) */
export function assertNoSubaddress({ store }: Pick<Backend, 'store'>, environmentId: string, email: string): void {
  const isBlocked = store.environments.get(environmentId)?.settings.sdk.blockEmailSubaddresses === true
  assert(!isBlocked || !email.slice(0, email.lastIndexOf('@')).includes('+'), 'emailSubaddress')
}

type Target = Pick<Verification, 'key' | 'address' | 'isoCountryCode' | 'phoneCountryCode'>

/** The address to send a code to, once it is clear that a code may be sent there. */
async function readTarget(
  backend: Backend,
  environmentId: string,
  { channel, address }: VerificationInput,
): Promise<Target> {
  const provider = assertChannel(backend, environmentId, channel)
  if (channel === 'sms') return phoneTarget(provider, await readInternationalPhone(address))
  assert(isEmail(address), 'invalidEmail')
  assertNoSubaddress(backend, environmentId, address)
  return { key: asciiLowerCase(address), address }
}

function phoneTarget({ enabledCountries }: Provider, { number, isoCountryCode, phoneCountryCode }: Phone): Target {
  const isServed =
    !enabledCountries || enabledCountries.some((country) => country.isoCountryCode.toUpperCase() === isoCountryCode)
  assert(isServed, 'invalidPhone', { message: 'No messages are sent to this country.' })
  return { key: number, address: number, isoCountryCode, phoneCountryCode }
}

/** The code that the sandboxes of this mock send to everybody. */
function sandboxCodeOf({ store, settings }: Backend, { environmentId }: Pick<Verification, 'environmentId'>) {
  return store.environments.get(environmentId)?.name === 'sandbox' ? settings.sandboxCode : undefined
}

/** Draws a code and sends it. Nothing is sent to the addresses of a test account, whose code is always the same. */
function issueCode(
  backend: Backend,
  verification: Omit<Verification, 'codeHash' | 'expiresAt'>,
  request: Pick<RequestContext, 'origin'>,
): Verification {
  const { store, clock, random } = backend
  const { id, attempts } = verification
  const fixed = testCodeOf(backend, verification)
  const code = fixed ?? sandboxCodeOf(backend, verification) ?? random.digits(6)
  const since = clock.isoIn(-sendWindowMs)
  const sentAt = verification.sentAt.filter((instant) => instant > since)
  const { tooMany } = channels[verification.channel]
  assert(attempts < maximumAttempts && !isOutOfTries(backend, verification), tooMany)
  assert(fixed !== undefined || sentAt.length < maximumSends, tooMany)
  const issued = store.verifications.put({
    ...verification,
    codeHash: hashOf(id, code),
    expiresAt: clock.isoIn(codeMs),
    sentAt: fixed === undefined ? [...sentAt, clock.iso()] : sentAt,
  })
  if (fixed === undefined) sendCode(backend, issued, { code, request })
  return issued
}

function findAlive(
  backend: Backend,
  environmentId: string,
  { channel, verificationId }: Omit<CodeInput, 'code' | 'userId'>,
): Verification | undefined {
  const verification = backend.store.verifications.get(verificationId)
  const isHere = verification?.environmentId === environmentId && verification.channel === channel
  return isHere && verification.codeHash !== undefined && !isExpired(backend, verification) ? verification : undefined
}

function isExpired({ clock }: Backend, { expiresAt }: Verification): boolean {
  return expiresAt <= clock.iso()
}

/** With the id, equal codes have different hashes. */
function hashOf(id: string, code: string): string {
  return sha256Hex(`${id}:${code}`)
}
