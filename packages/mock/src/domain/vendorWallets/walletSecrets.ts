import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { components } from '@latchkey/types'
import type { Session, User, Wallet } from '../../store/records.ts'
import type { WalletSecret } from '../../store/vendorRecords.ts'
import { sealingOf } from '../keySets/sealing.ts'
import { registeredClaims, signClaims } from '../sessions/sessionTokens.ts'
import { signingKeyOf } from '../sessions/signingKeys.ts'
import { mpcType } from '../sessions/tokenTypes.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { existing, recordOf } from '../shared/recordGuards.ts'
import { touchUser } from '../users/users.ts'
import { assertBrowserWallets, isBrowserWallet } from '../wallets/browserWallets.ts'
import { walletsOf } from '../wallets/wallets.ts'

type Schemas = components['schemas']

const tokenSeconds = 60
/** Letters and digits: about 130 bits. */
const secretLength = 22

/**
 * Issues a token of a session for the provider that creates wallets in the browser. It opens nothing of the service.
 *
 * @throws {@link DomainError} `invalidMpcEnvironment`
 */
export async function issueMpcToken(
  backend: Backend,
  session: Session,
  purpose: Schemas['EmbeddedWalletAuthType'] = 'mpc',
): Promise<string> {
  assertBrowserWallets(backend, session.environmentId)
  const key = await signingKeyOf(backend, session.environmentId)
  const { exp, ...claims } = registeredClaims(backend, session, key)
  return signClaims(
    backend,
    { ...claims, exp: Math.min(exp, claims.iat + tokenSeconds), scope: `wallets:${purpose}` },
    { key, typ: mpcType },
  )
}

/**
 * A secret of the user's oldest wallet of the browser, which the first call makes.
 *
 * @throws {@link DomainError} `invalidMpcEnvironment`, `recordNotFound`
 */
export async function secretOf(
  backend: Backend,
  { id: userId, environmentId }: User,
  kind: WalletSecret['kind'],
): Promise<Schemas['EmbeddedWalletSecret']> {
  const { store, random } = backend
  assertBrowserWallets(backend, environmentId)
  const { id: walletId, properties } = existing(
    walletsOf(backend, userId).find(isBrowserWallet),
    'wallet with a secret',
  )
  const { open, seal } = await sealingOf(backend)
  const record =
    store.walletSecrets.find('byWallet', [walletId, kind]) ??
    store.walletSecrets.insert({
      ...newRecord(backend),
      environmentId,
      userId,
      walletId,
      kind,
      sealed: seal(random.token(secretLength)),
    })
  return { walletId, secret: open(record.sealed), ...defined({ source: properties?.source }) }
}

/**
 * Records that a user has taken over a wallet of the browser.
 *
 * @throws {@link DomainError} `invalidMpcEnvironment`, `invalidWalletId`
 */
export function claimBrowserWallet(backend: Backend, { id: userId, environmentId }: User, walletId: string): Wallet {
  assertBrowserWallets(backend, environmentId)
  const wallet = recordOf(backend.store.wallets.get(walletId), { userId }, { failure: 'invalidWalletId' })
  assert(isBrowserWallet(wallet), 'invalidWalletId')
  touchUser(backend, userId)
  return backend.store.wallets.put({ ...wallet, properties: { ...wallet.properties, claimed: true } })
}
