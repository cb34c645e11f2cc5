import { defined } from '@latchkey/base/defined'
import { everyAsking, mapAsking, someAsking } from '@latchkey/base/questions'
import { addressKey } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Allowlist, Credential, Gate, Wallet } from '../../store/records.ts'
import { isVerified } from '../credentials/credentials.ts'
import type { Backend } from '../shared/backend.ts'
import { DomainError, type FailureKey } from '../shared/errors.ts'
import { isListed } from './allowlistIdentities.ts'
import type { Person } from './person.ts'
import { isSanctioned, screenAgain } from './walletScreening.ts'

type GateRule = components['schemas']['GateRule']
type Payload = components['schemas']['ForbiddenErrorPayload']

/** The decision of gates and allowlists about a person. */
export interface Access {
  /** Names of the enabled allowlists that list the person, oldest first. */
  readonly lists: readonly string[]
  /** Scopes that gates and allowlists add. */
  readonly scopes: readonly string[]
  /** Why the person may not sign in; absent if they may. */
  readonly refusal?: FailureKey | undefined
}

interface PersonInput {
  /** Absent for a new user. */
  readonly userId?: string | undefined
  /** Credentials that this sign-in is about to add or change. */
  readonly joining?: readonly Credential[]
  /** The wallet that this sign-in is about to add or change. */
  readonly joiningWallet?: Wallet | undefined
}

/** The wallets, addresses and credentials by which gates judge a user, including what this sign-in adds. */
export function personOf(
  { store }: Backend,
  environmentId: string,
  { userId, joining = [], joiningWallet }: PersonInput,
): Person {
  const credentialsBefore = userId === undefined ? [] : [...store.credentials.scan('byUser', [userId])]
  const wallets = userId === undefined ? [] : [...store.wallets.scan('byUser', [userId])]
  const credentials = [
    ...credentialsBefore.filter(({ id }) => joining.every((other) => other.id !== id)),
    ...joining,
  ].filter(isVerified)
  return {
    environmentId,
    credentials,
    wallets: joiningWallet ? [...wallets.filter(({ id }) => id !== joiningWallet.id), joiningWallet] : wallets,
    emails: credentials.flatMap(({ format, key, verifiedEmail }) => (format === 'email' ? key : verifiedEmail) || []),
  }
}

/**
 * Asks the enabled gates and allowlists of the environment about a person. See
 * spec/decisions/10-gates-and-allowlists.md.
 */
export function evaluateAccess(backend: Backend, person: Person): Access {
  const { store } = backend
  const scopes = new Set<string>()
  const refusals: FailureKey[] = []
  const gates = [...store.gates.scan('byEnvironment', [person.environmentId])].filter(
    ({ enabledAt }) => enabledAt !== null,
  )
  const judged = mapAsking(gates, (gate) => ({ gate, passes: passesGate(backend, gate, person) }))
  for (const { gate, passes } of judged) {
    if (isRefusing(gate, passes)) refusals.push(gate.outcome === 'block' ? 'gateBlocked' : 'gateAccessRequired')
    else if (passes && gate.scope) scopes.add(gate.scope)
  }
  const lists: string[] = []
  for (const list of store.allowlists.scan('byEnvironment', [person.environmentId])) {
    if (list.enabledAt === null) continue
    const listed = isListed(backend, list.id, person)
    if (listed) lists.push(list.name)
    if (isRefusing(list, listed)) refusals.push(list.outcome === 'block' ? 'allowlistBlocked' : 'notOnAllowlist')
    else if (listed && list.scope) scopes.add(list.scope)
  }
  return { lists, scopes: [...scopes], refusal: refusals[0] }
}

/** Whether a gate or allowlist keeps out a person who matches it, or who does not. */
function isRefusing({ outcome, scope }: Pick<Gate | Allowlist, 'outcome' | 'scope'>, isMatch: boolean): boolean {
  if (outcome === 'block') return isMatch
  return !isMatch && (outcome === 'siteAccess' || !scope)
}

/** @throws {@link DomainError} the refusal of a gate or allowlist, with details about the person */
export function assertAccess(backend: Backend, person: Person): void {
  const { refusal } = evaluateAccess(backend, person)
  if (refusal !== undefined) throw new DomainError(refusal, { payload: payloadOf(person) })
}

/**
 * Asks gates, allowlists and, where the environment screens, the sanctions lists about a user who goes on with a session.
 *
 * @throws {@link DomainError} the refusal of a gate, an allowlist or the screening
 */
export function assertStillAdmitted(backend: Backend, environmentId: string, userId: string): void {
  const person = personOf(backend, environmentId, { userId })
  screenAgain(backend, person, userId)
  assertAccess(backend, person)
}

/** Why a person may not sign in; `undefined` for one who may. It stores no check. */
export const refusalOf = (backend: Backend, person: Person): FailureKey | undefined =>
  isSanctioned(backend, person) ? 'screeningBlocked' : evaluateAccess(backend, person).refusal

function payloadOf({ wallets: [wallet], emails: [email] }: Person): Payload {
  return defined({ walletPublicKey: wallet?.publicKey, email: email || undefined })
}

/** Every rule must hold for at least one of the person's wallets. */
export function passesGate(backend: Backend, { rules }: Gate, { wallets }: Person): boolean {
  return everyAsking(rules, (rule) =>
    someAsking(wallets, (wallet) => holds(backend, rule, addressKey(wallet.chain, wallet.publicKey))),
  )
}

function holds({ outside }: Backend, { type, address, filter, chain = 'EVM' }: GateRule, owner: string): boolean {
  const { networkId, contractAddress } = address
  const requiredToken = tokenNumber(filter?.tokenId)
  let amount = 0
  for (const holding of outside.chains.holdings(owner, networkId, addressKey(chain, contractAddress))) {
    if (holding.kind !== type) continue
    if (requiredToken === undefined || tokenNumber(holding.tokenId) === requiredToken) amount += holding.amount
  }
  return filter === undefined ? amount > 0 : amount >= (filter.amount ?? 1)
}

/** The number of an NFT. Rules write it in hexadecimal, chains mostly in decimal. */
function tokenNumber(text: string | undefined): bigint | string | undefined {
  if (!text) return undefined
  return /^(0x[\da-f]+|\d+)$/i.test(text) ? BigInt(text) : text
}
