import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import type { Account } from '@latchkey/chains/chains'
import { decodeRequest } from '@latchkey/signing/decoding/decodeRequest'
import { accountOf, assetOf } from '@latchkey/signing/policyChains'
import type { PolicyEffects } from '@latchkey/signing/policyEffects'
import type { components } from '@latchkey/types'
import type { PolicyRule, SignaturePolicy } from '../../store/policyRecords.ts'
import type { Room, WalletKeySet } from '../../store/roomRecords.ts'
import type { AnyWallet, SharedWallet } from '../keySets/sharedWallets.ts'
import type { Backend } from '../shared/backend.ts'
import { DomainError } from '../shared/errors.ts'
import { hostOf } from '../simulation/sites.ts'
import type { Charge, Refusal } from './judgement.ts'
import { policyOf } from './policies.ts'
import { isSigningRule, readRule, type SigningRule } from './policyRules.ts'
import { liveSignaturePolicies } from './signaturePolicies.ts'
import { reserve, spentUnder } from './spending.ts'

type Schemas = components['schemas']

/** A request to sign with a wallet. */
export interface SigningQuestion {
  readonly request: Pick<Schemas['SignMessageWithWaasRequest'], 'message' | 'isFormatted' | 'context'>
  /** Hex of what the key signs. A `context` has been compared with it. */
  readonly signed: string
  /** Who asks: the user, a server with delegated access, or a server with a wallet of its own. */
  readonly by: 'user' | 'delegate' | 'server'
}

/** The judgement of the policies about a request. */
interface Assessment {
  readonly effects: PolicyEffects
  /** Accounts that get value or power, each once. */
  readonly participants: readonly Account[]
  readonly refusal?: Refusal & Pick<Violation, 'policyId'>
  readonly charges: readonly Charge[]
}

/** A request that the policies let pass. */
export interface SigningApproval {
  /** Reserves the amounts that the request moves, once it has a room. */
  reserveFor(room: Room): void
}

/**
 * Lets a request pass, or refuses it and fires `waas.policy.violation`: first by the signature policies of the wallet,
 * then by the policy of its environment.
 *
 * @throws {@link DomainError} `policyDenied`
 */
export async function approveSigning(
  backend: Backend,
  shared: SharedWallet<AnyWallet>,
  question: SigningQuestion,
): Promise<SigningApproval> {
  if (!hasPolicies(backend, shared.keySet)) return { reserveFor() {} }
  const { refusal, participants, effects, charges } = await assessSigning(backend, shared, question)
  const { transactionId } = effects
  if (refusal) {
    const [chainId] = new Set(effects.grants.flatMap((grant) => grant.chainId ?? []))
    refuse(backend, shared.keySet, { ...refusal, participants, ...defined({ chainId }) })
  }
  return { reserveFor: (room) => reserve(backend, shared.keySet, { room, charges, transactionId }) }
}

/** Whether the wallet has a signature policy, or its environment has a rule for its chain. */
function hasPolicies(backend: Backend, keySet: WalletKeySet): boolean {
  return rulesOf(backend, keySet).length + liveSignaturePolicies(backend, keySet).length > 0
}

const rulesOf = (backend: Backend, { environmentId, chain }: WalletKeySet): PolicyRule[] =>
  (policyOf(backend, environmentId)?.rules ?? []).filter((rule) => rule.chain === chain)

/** Judges a request by the policies, without any other effect. */
export async function assessSigning(
  backend: Backend,
  { wallet, keySet }: SharedWallet<AnyWallet>,
  { request, signed, by }: SigningQuestion,
): Promise<Assessment> {
  const { chain } = keySet
  const rules = rulesOf(backend, keySet)
  const policies = liveSignaturePolicies(backend, keySet)
  const account = accountOf(chain, wallet.publicKey)
  const lists = policies.flatMap(allowListOf)
  const signingRules = await Promise.all(rules.filter(isSigningRule).map(readRule))
  const named = [...new Set([...lists, ...signingRules].flatMap(({ accounts }) => [...accounts]))]
  const effects = await decodeRequest(backend.outside.chains, { chain, account, named, request, signed })
  const participants = [...new Set(effects.grants.flatMap((grant) => (grant.isCommon ? [] : grant.account)))]
  const assessed = { effects, participants }
  const blocking = by === 'user' ? rules.find(blocks('blockClientSigning')) : undefined
  const refused = (refusal: NonNullable<Assessment['refusal']>): Assessment => ({ ...assessed, refusal, charges: [] })
  if (blocking) return refused(blockedBy(blocking, 'client_signing_blocked'))
  if (rules.length + policies.length === 0 || effects.kind === 'message') return { ...assessed, charges: [] }
  const danger = dangerOf(backend, { effects, participants, domain: request.context?.domain })
  if (danger !== undefined) return refused({ violation: 'malicious', reason: danger })
  if (effects.kind === 'raw') return refused(rawRefusal)
  const { judge, isRefusal } = await import('./judgement.ts')
  const { transactionId } = effects
  const judging = { effects, spent: (ruleId: string) => spentUnder(backend, keySet, { ruleId, transactionId }) }
  const [policy] = policies
  if (policy) {
    const verdict = judge(lists, judging)
    if (isRefusal(verdict)) {
      const { ruleId = policy.id, ...refusal } = verdict
      return refused({ ...refusal, policyId: ruleId })
    }
  }
  const verdict = judge(signingRules, judging)
  return isRefusal(verdict) ? refused(verdict) : { ...assessed, charges: verdict }
}

const rawRefusal: Refusal = {
  violation: 'undecodable',
  reason: 'This is a digest, and nothing says what it is made of.',
}

type Restriction = keyof Schemas['WaasPolicyRuleOperationRestrictions']

const blocks =
  (restriction: Restriction) =>
  ({ operationRestrictions }: PolicyRule) =>
    operationRestrictions?.[restriction] === true

const blockedBy = ({ ruleId, name }: PolicyRule, violation: Refusal['violation']): Refusal => ({
  violation,
  reason: `The rule "${name}" keeps users from this.`,
  ruleId,
})

/**
 * Refuses an operation of a user that a rule of the wallet's chain blocks, and fires `waas.policy.violation`.
 *
 * @throws {@link DomainError} `policyDenied`
 */
export function assertNotBlocked(
  backend: Backend,
  keySet: WalletKeySet,
  restriction: Exclude<Restriction, 'blockClientSigning'>,
): void {
  const rule = rulesOf(backend, keySet).find(blocks(restriction))
  const violation = restriction === 'blockExport' ? 'export_blocked' : 'revocation_blocked'
  if (rule) refuse(backend, keySet, { ...blockedBy(rule, violation), participants: [] })
}

/** A signature policy as rules: an address and an asset have to be listed together. */
function allowListOf({ id, rules }: SignaturePolicy): SigningRule[] {
  return rules.flatMap(({ chain, toAddresses, valueLimits }) =>
    valueLimits.map(({ asset, maxPerCall }) => ({
      ruleId: id,
      name: 'of the wallet for a time',
      isAllow: true,
      chain,
      accounts: new Set(toAddresses.map((address) => accountOf(chain, address))),
      chainIds: new Set<number>(),
      constraints: [],
      limit: { asset: assetOf(chain, asset), maxPerCall: BigInt(maxPerCall) },
    })),
  )
}

/** Why a request is dangerous: one of its participants, or the site that asks for it, is reported as malicious. */
function dangerOf(
  { outside: { threats } }: Backend,
  input: Pick<Assessment, 'effects' | 'participants'> & { readonly domain: string | undefined },
): string | undefined {
  const host = input.domain === undefined ? undefined : hostOf(input.domain)
  if (host !== undefined && threats.verdictOnSite(host) === 'malicious')
    return 'The site that asks for this is reported as malicious.'
  const aliases = input.effects.grants.flatMap((grant) => grant.aliases ?? [])
  const isMalicious = [...input.participants, ...aliases].some((account) => threats.isMaliciousAddress(account))
  return isMalicious ? 'An address that takes part is reported as malicious.' : undefined
}

type Violation = Refusal & {
  readonly participants: readonly Account[]
  readonly chainId?: number
  readonly policyId?: string
}

/** Records a violation, which stays although the call fails. */
function refuse(backend: Backend, { id: keySetId, environmentId, chain }: WalletKeySet, violation: Violation): never {
  const { reason, participants, asset, amount, limit, ...rest } = violation
  backend.outsideUndo(({ store, clock, newId }) => {
    store.policyViolations.insert({
      ...newRecord({ clock, newId }),
      environmentId,
      keySetId,
      chain,
      ...rest,
      participants,
      ...defined({
        asset,
        amount: amount === undefined ? undefined : String(amount),
        limit: limit === undefined ? undefined : String(limit),
      }),
    })
  })
  throw new DomainError('policyDenied', { message: reason })
}
