/** The data of events about records: a record as replies show it, and whose it is. */
import { defined } from '@latchkey/base/defined'
import { presentOauthAccount } from '../domain/credentials/credentials.ts'
import type { AnyWallet } from '../domain/keySets/sharedWallets.ts'
import { presentSession } from '../domain/users/users.ts'
import { presentWallet } from '../domain/wallets/wallets.ts'
import type { Delegation } from '../store/delegationRecords.ts'
import type { Credential, Session, Wallet } from '../store/records.ts'
import type { EventData } from './eventData.ts'

export const sessionData = (session: Session): EventData['user.session.created'] => ({
  ...presentSession(session),
  userId: session.userId,
})

export const socialAccountData = (credential: Credential): EventData['user.social.linked'] => ({
  ...presentOauthAccount(credential),
  userId: credential.userId,
})

export const walletData = (wallet: Wallet): EventData['wallet.linked'] => ({
  ...presentWallet(wallet),
  userId: wallet.userId,
})

/** Of a wallet of a user, or of the environment itself. */
export const serviceWalletData = (wallet: AnyWallet): EventData['wallet.created'] => ({
  ...presentWallet(wallet),
  ...defined({ userId: wallet.userId }),
})

type SignatureFacts = Pick<EventData['wallet.signature'], 'kind' | 'digest' | 'by'>

export const signatureData = (wallet: AnyWallet, facts: SignatureFacts): EventData['wallet.signature'] => ({
  ...namedWallet(wallet),
  ...defined({ userId: wallet.userId }),
  ...facts,
})

export const revokedDelegationData = (
  { userId }: Delegation,
  wallet: AnyWallet,
): EventData['wallet.delegation.revoked'] => ({ ...namedWallet(wallet), userId })

export const delegationGrantData = (
  delegation: Delegation,
  wallet: AnyWallet,
): EventData['wallet.delegation.created'] => ({
  ...revokedDelegationData(delegation, wallet),
  encryptedDelegatedShare: delegation.encryptedDelegatedShare,
  encryptedWalletApiKey: delegation.encryptedWalletApiKey,
})

const namedWallet = ({ id: walletId, chain, publicKey }: AnyWallet) => ({ walletId, chain, publicKey })
