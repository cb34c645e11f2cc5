import { defined } from '@latchkey/base/defined'
import { isSignedByP256, readP256Key } from '@latchkey/crypto/p256Keys'
import type { Session } from '../../store/records.ts'
import { sessionKeyOf } from '../sessions/sessionKeys.ts'
import type { Backend } from '../shared/backend.ts'
import type { UserCaller } from '../shared/callers.ts'
import { durationMs } from '../shared/durations.ts'
import { assert } from '../shared/errors.ts'
import { recordOf } from '../shared/recordGuards.ts'
import { sdkSettingsOf } from '../shared/settings.ts'
import { walletsOf } from '../wallets/wallets.ts'

interface NewSessionKey {
  /** Hex of 33 bytes. */
  readonly publicKey: string
  /** Of the session's present key, over the text of `publicKey`. */
  readonly signature?: string | undefined
  /** The only wallet that the key signs for. @default all wallets of the second generation */
  readonly walletId?: string | undefined
}

/** A session whose key is registered. */
export type KeyedSession = Session & Required<Pick<Session, 'sessionPublicKey' | 'sessionKey'>>

/**
 * Registers the key with which a session stamps requests. Somebody who stole the session's token cannot replace its
 * key: that takes a signature of the present one.
 *
 * @throws {@link DomainError} `invalidSessionKey`, `invalidWalletId`, `noHdWallet`, `invalidSignature`
 */
export async function registerSessionKey(
  backend: Backend,
  { user, session }: Pick<UserCaller, 'user' | 'session'>,
  { publicKey, signature, walletId }: NewSessionKey,
): Promise<KeyedSession> {
  const { clock } = backend
  const key = publicKey.length === compressedLength ? await readP256Key(publicKey) : undefined
  assert(key, 'invalidSessionKey')
  assertSecondGeneration(backend, user.id, walletId)
  const present = await presentKeyOf(backend, session)
  if (present === key && isRegistered(session)) return widen(backend, session, walletId)
  const isProved =
    present === undefined ||
    present === key ||
    (signature !== undefined && (await isSignedByP256(present, { text: publicKey, signature })))
  assert(isProved, 'invalidSignature', {
    message: 'prevSessionKeySignature must be a signature over the new key by the present key of the session.',
  })
  const duration = sdkSettingsOf(backend, user.environmentId).embeddedWallets?.sessionKeyDuration
  const expiresAt = duration ? clock.isoIn(durationMs(duration)) : session.expiresAt
  return keyed(backend, {
    ...session,
    sessionPublicKey: key,
    sessionKey: { expiresAt, ...defined({ walletId: walletId || undefined }) },
  })
}

/** Two hex digits for each of 33 bytes. */
const compressedLength = 66

function assertSecondGeneration(backend: Backend, userId: string, walletId: string | undefined): void {
  const wallets =
    walletId === undefined
      ? walletsOf(backend, userId)
      : [recordOf(backend.store.wallets.get(walletId), { userId }, { failure: 'invalidWalletId' })]
  assert(
    wallets.some(({ properties }) => properties?.version === 'V2'),
    'noHdWallet',
  )
}

/** The key that the session is bound to, if it is one of P-256: a sign-in takes any text. */
async function presentKeyOf(backend: Backend, session: Session): Promise<string | undefined> {
  const key = sessionKeyOf(backend, session)
  return key === undefined ? undefined : readP256Key(key)
}

function isRegistered(session: Session): session is KeyedSession {
  return session.sessionKey !== undefined && session.sessionPublicKey !== undefined
}

/** A key that is registered again for another wallet signs for all of them. */
function widen(backend: Backend, session: KeyedSession, walletId: string | undefined): KeyedSession {
  const { expiresAt, walletId: onlyWalletId } = session.sessionKey
  return onlyWalletId === undefined || onlyWalletId === walletId
    ? session
    : keyed(backend, { ...session, sessionKey: { expiresAt } })
}

function keyed({ store }: Backend, session: KeyedSession): KeyedSession {
  store.sessions.put(session)
  return session
}
