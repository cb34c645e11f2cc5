import { newRecord } from '@latchkey/base/newRecord'
import { isAddress, isAsset } from '@latchkey/signing/policyChains'
import type { components } from '@latchkey/types'
import type { SignaturePolicy } from '../../store/policyRecords.ts'
import type { WalletKeySet } from '../../store/roomRecords.ts'
import { sharedWalletIn } from '../keySets/sharedWallets.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { missing } from '../shared/missingRecords.ts'

type Schemas = components['schemas']
type Request = Schemas['WaasWalletSignaturePolicyTmpCreateRequest']

interface WalletInEnvironment {
  readonly environmentId: string
  readonly walletId: string
}

/** The key set of a wallet that can have signature policies. @throws {@link DomainError} `recordNotFound` */
export function limitedKeySet(backend: Backend, { environmentId, walletId }: WalletInEnvironment): WalletKeySet {
  return sharedWalletIn(backend, environmentId, walletId).keySet
}

/** The signature policies of a wallet that are in force, the oldest first. */
export function liveSignaturePolicies(
  { store, clock }: Pick<Backend, 'store' | 'clock'>,
  { id }: Pick<WalletKeySet, 'id'>,
): SignaturePolicy[] {
  return [...store.signaturePolicies.scan('byKeySet', [id])].filter(({ expiresAt }) => expiresAt > clock.iso())
}

/** A signature policy that is in force. @throws {@link DomainError} `recordNotFound` */
export function signaturePolicyOf(
  { store, clock }: Backend,
  { id: keySetId }: WalletKeySet,
  policyId: string,
): SignaturePolicy {
  const policy = store.signaturePolicies.get(policyId)
  assert(policy?.keySetId === keySetId && policy.expiresAt > clock.iso(), 'recordNotFound', missing('policy'))
  return policy
}

/** Creates a policy that limits for some time what a wallet signs. @throws {@link DomainError} `validationFailed` */
export function createSignaturePolicy(backend: Backend, keySet: WalletKeySet, request: Request): SignaturePolicy {
  forgetExpired(backend)
  const { environmentId, id: keySetId } = keySet
  const policy = { ...newRecord(backend), environmentId, keySetId }
  return backend.store.signaturePolicies.insert({ ...policy, ...termsOf(backend, keySet, request) })
}

/** Replaces a policy. Its time starts again. @throws {@link DomainError} `recordNotFound`, `validationFailed` */
export function updateSignaturePolicy(
  backend: Backend,
  keySet: WalletKeySet,
  { policyId, request }: { readonly policyId: string; readonly request: Request },
): SignaturePolicy {
  const policy = signaturePolicyOf(backend, keySet, policyId)
  return backend.store.signaturePolicies.put({ ...policy, ...termsOf(backend, keySet, request) })
}

export function presentSignaturePolicy(
  { walletId }: WalletKeySet,
  { id, expiresAt, rules }: SignaturePolicy,
): Schemas['WaasWalletSignaturePolicyTmpResponse'] {
  return { id, walletId, expiresAt, policyContent: [...rules] }
}

/** A hundred years. Later instants are no longer texts of the same length, by which instants are compared. */
const longestSeconds = 100 * 365 * 86_400

function termsOf(
  { clock }: Backend,
  { chain }: WalletKeySet,
  { policyContent, timeLimit }: Request,
): Pick<SignaturePolicy, 'expiresAt' | 'rules'> {
  assert(timeLimit <= longestSeconds, 'validationFailed', { message: 'timeLimit must be at most a hundred years.' })
  for (const [index, rule] of policyContent.entries()) {
    const refuse = (field: string, demand: string) => ({ message: `policyContent.${index}.${field} must ${demand}` })
    assert(rule.chain === chain, 'validationFailed', refuse('chain', `be ${chain}, as that of the wallet.`))
    for (const address of rule.toAddresses)
      assert(isAddress(chain, address), 'validationFailed', refuse('toAddresses', `be addresses of ${chain}.`))
    for (const { asset, maxPerCall } of rule.valueLimits) {
      assert(isAsset(chain, asset), 'validationFailed', refuse('valueLimits', `name assets of ${chain}.`))
      assert(maxPerCall.length <= 78, 'validationFailed', refuse('valueLimits', 'have at most 78 digits.'))
    }
  }
  return { expiresAt: clock.isoIn(timeLimit * 1000), rules: policyContent }
}

/** Deletes the policies that have expired, without reading others. */
function forgetExpired({ store, clock }: Backend): void {
  for (const { id, expiresAt } of store.signaturePolicies.scan('byExpiry', [])) {
    if (expiresAt > clock.iso()) return
    store.signaturePolicies.delete(id)
  }
}
