import { newRecord } from '@latchkey/base/newRecord'
import { anyWallet, type AnyWallet } from '../../domain/keySets/sharedWallets.ts'
import type { Backend } from '../../domain/shared/backend.ts'
import { isOfService } from '../../domain/wallets/wallets.ts'
import type { Delegation, SealedEnvelope } from '../../store/delegationRecords.ts'
import type { PolicyViolation } from '../../store/policyRecords.ts'
import type { Wallet } from '../../store/records.ts'
import type { Subject } from './subject.ts'

/** A policy's refusal, with the wallet whose request it was. */
export interface ViolationSubject {
  readonly environmentId: string
  readonly violation: PolicyViolation
  readonly wallet: AnyWallet
}

/** A delegation, with its wallet. */
export interface DelegationSubject {
  readonly environmentId: string
  readonly delegation: Delegation
  readonly wallet: AnyWallet
}

/** The address of the wallets in examples. */
export const exampleAddress = '0x52908400098527886E0F7030069857D2E4169EE7'

/** An embedded or smart wallet of a user, or a wallet of the environment itself. */
export const serviceWalletSubject: Subject<AnyWallet> = {
  noun: 'an embedded or smart wallet',
  find({ store }, id) {
    const wallet = store.wallets.get(id)
    return wallet && isOfService(wallet) ? wallet : store.serverWallets.get(id)
  },
  example: (backend, environmentId) => exampleWallet(backend, environmentId, embedded),
}

/** An embedded or smart wallet that a user has. */
export const userServiceWalletSubject: Subject<Wallet> = {
  noun: 'an embedded or smart wallet of a user',
  find({ store }, id) {
    const wallet = store.wallets.get(id)
    return wallet && isOfService(wallet) ? wallet : undefined
  },
  example: (backend, environmentId) => exampleWallet(backend, environmentId, embedded),
}

/** A wallet that is held elsewhere. */
export const externalWalletSubject: Subject<Wallet> = {
  noun: 'an external wallet',
  find({ store }, id) {
    const wallet = store.wallets.get(id)
    return wallet && !isOfService(wallet) ? wallet : undefined
  },
  example: (backend, environmentId) =>
    exampleWallet(backend, environmentId, { name: 'metamask', provider: 'browserExtension' }),
}

/** Any wallet of a user. */
export const walletSubject: Subject<Wallet> = {
  noun: 'a wallet of a user',
  find: ({ store }, id) => store.wallets.get(id),
  example: externalWalletSubject.example,
}

export const delegationSubject: Subject<DelegationSubject> = {
  noun: 'a delegation',
  find(backend, id) {
    const delegation = backend.store.delegations.get(id)
    const wallet = delegation && anyWallet(backend, delegation.walletId)
    return delegation && wallet && { environmentId: delegation.environmentId, delegation, wallet }
  },
  example(backend, environmentId) {
    const wallet = userServiceWalletSubject.example(backend, environmentId)
    const delegation: Delegation = {
      ...newRecord(backend),
      environmentId,
      userId: wallet.userId,
      walletId: wallet.id,
      keyId: backend.newId(),
      generation: 1,
      walletApiKeyHash: '',
      encryptedDelegatedShare: exampleEnvelope,
      encryptedWalletApiKey: exampleEnvelope,
    }
    return { environmentId, delegation, wallet }
  },
}

export const violationSubject: Subject<ViolationSubject> = {
  noun: 'a violation of a policy',
  find(backend, id) {
    const violation = backend.store.policyViolations.get(id)
    const keySet = violation && backend.store.keySets.get(violation.keySetId)
    const wallet = keySet && anyWallet(backend, keySet.walletId)
    return violation && wallet && { environmentId: violation.environmentId, violation, wallet }
  },
  example(backend, environmentId) {
    const violation: PolicyViolation = {
      ...newRecord(backend),
      environmentId,
      keySetId: backend.newId(),
      chain: 'EVM',
      chainId: 1,
      violation: 'value_limit',
      ruleId: backend.newId(),
      participants: [exampleAddress],
      amount: '2000000000000000000',
      limit: '1000000000000000000',
    }
    return { environmentId, violation, wallet: serviceWalletSubject.example(backend, environmentId) }
  },
}

function exampleWallet(
  backend: Backend,
  environmentId: string,
  { name, provider }: Pick<Wallet, 'name' | 'provider'>,
): Wallet {
  return {
    ...newRecord(backend),
    environmentId,
    userId: backend.newId(),
    name,
    chain: 'EVM',
    publicKey: exampleAddress,
    key: `eip155:${exampleAddress.toLowerCase()}`,
    provider,
  }
}

const embedded = { name: 'embedded', provider: 'embeddedWallet' } as const

/** An envelope of the right form that no key opens. */
const exampleEnvelope: SealedEnvelope = {
  alg: 'HYBRID-RSA-AES-256',
  iv: 'AAAAAAAAAAAAAAAA',
  ct: 'ZXhhbXBsZQ',
  tag: 'AAAAAAAAAAAAAAAAAAAAAA',
  ek: 'ZXhhbXBsZQ',
  kid: 'example',
}
