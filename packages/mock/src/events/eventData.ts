import type { components } from '@latchkey/types'
import type { SealedEnvelope } from '../store/delegationRecords.ts'
import type { ViolationKind } from '../store/policyRecords.ts'
import type { SignatureKind } from '../store/roomRecords.ts'

type Schemas = components['schemas']

/** The user that a record belongs to, beside the record's own fields. */
interface OfUser {
  readonly userId: string
}

interface PasskeyRecovery extends OfUser {
  readonly walletId: string
  readonly vendorRecoveryUserId: string
}

/** The wallet of an event that is not about a change of the wallet itself. */
interface NamedWallet {
  readonly walletId: string
  readonly chain: Schemas['ChainEnum']
  /** The address. */
  readonly publicKey: string
}

interface WalletSignature extends NamedWallet, Partial<OfUser> {
  readonly kind: SignatureKind
  /** `0x` and hex of 32 bytes. */
  readonly digest: string
  readonly by: 'user' | 'delegate' | 'server'
}

interface DelegationGrant extends NamedWallet, OfUser {
  readonly encryptedDelegatedShare: SealedEnvelope
  readonly encryptedWalletApiKey: SealedEnvelope
}

interface ShownViolation extends Partial<OfUser> {
  readonly walletId: string
  readonly chain: Schemas['WaasChainEnum']
  readonly chainId?: number
  readonly violation: ViolationKind
  readonly ruleId?: string
  readonly policyId?: string
  readonly participants: readonly string[]
  readonly asset?: string
  readonly amount?: string
  readonly limit?: string
}

/** The type of an event's `data` by its name. See spec/decisions/12-events.md. */
export interface EventData {
  readonly ping: Omit<Schemas['Webhook'], 'secret'>
  readonly 'user.created': Schemas['User']
  readonly 'user.updated': Schemas['User']
  readonly 'user.deleted': Schemas['User']
  readonly 'user.merged': Schemas['User'] & { readonly fromUserId: string }
  readonly 'user.passkeyRecovery.started': PasskeyRecovery
  readonly 'user.passkeyRecovery.completed': PasskeyRecovery
  readonly 'user.social.linked': Schemas['OauthAccount'] & OfUser
  readonly 'user.social.unlinked': Schemas['OauthAccount'] & OfUser
  readonly 'user.session.created': Schemas['Session'] & OfUser
  readonly 'user.session.revoked': Schemas['Session'] & OfUser
  readonly 'admin.user.session.revoked': Schemas['Session'] & OfUser
  readonly 'wallet.created': Schemas['Wallet'] & Partial<OfUser>
  readonly 'wallet.deleted': Schemas['Wallet'] & OfUser
  readonly 'wallet.linked': Schemas['Wallet'] & OfUser
  readonly 'wallet.unlinked': Schemas['Wallet'] & OfUser
  readonly 'wallet.exported': Schemas['Wallet'] & Partial<OfUser>
  readonly 'wallet.transferred': Schemas['Wallet'] & OfUser & { readonly previousUserId: string }
  readonly 'wallet.signature': WalletSignature
  readonly 'wallet.activity': Schemas['WalletTransaction'] &
    OfUser & { readonly walletId: string; readonly walletPublicKey: string }
  readonly 'wallet.delegation.created': DelegationGrant
  readonly 'wallet.delegation.revoked': NamedWallet & OfUser
  readonly 'waas.policy.violation': ShownViolation
  readonly 'visit.created': Schemas['Visitor']
}
