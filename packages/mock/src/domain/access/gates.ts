import { defined } from '@latchkey/base/defined'
import { newRecord } from '@latchkey/base/newRecord'
import { type Chain, isAddressOf } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Gate } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'
import { assert } from '../shared/errors.ts'
import { assertScope } from '../shared/scopes.ts'

type Schemas = components['schemas']

/** Chains whose wallets' holdings can be read. */
const readableChains: ReadonlySet<Chain> = new Set(['EVM', 'ETH', 'SOL'])

/**
 * Creates a gate, not enabled.
 *
 * @throws {@link DomainError} `gateExists`, `gatingNotSupported`, `invalidGate`, `invalidScopes`
 */
export function createGate(backend: Backend, environmentId: string, input: Schemas['GateCreateRequest']): Gate {
  const gate: Gate = { ...newRecord(backend), environmentId, enabledAt: null, ...input }
  assertScope(gate.scope)
  assertRules(gate)
  return backend.store.gates.insert(gate)
}

/**
 * Changes the fields that are given; an enabled gate stays enabled.
 *
 * @throws {@link DomainError} as {@link createGate}
 */
export function updateGate({ store }: Backend, gate: Gate, changes: Schemas['GateUpdateRequest']): Gate {
  const changed = { ...gate, ...changes }
  assertScope(changed.scope)
  assertRules(changed)
  return store.gates.put(changed)
}

/**
 * Enables the gate, which takes effect at people's next sign-in or refresh. Enabling it again keeps the first
 * `enabledAt`.
 */
export function enableGate({ store, clock }: Backend, gate: Gate): Gate {
  assertRules(gate)
  return gate.enabledAt ? gate : store.gates.put({ ...gate, enabledAt: clock.iso() })
}

export function disableGate({ store }: Backend, gate: Gate): Gate {
  return gate.enabledAt ? store.gates.put({ ...gate, enabledAt: null }) : gate
}

export function presentGate({ id, name, scope, enabledAt, rules, outcome }: Gate): Schemas['Gate'] {
  return { id, name, ...defined({ scope: scope || undefined }), enabledAt, rules: [...rules], outcome }
}

function assertRules({ name, rules }: Gate) {
  assert(name.trim() !== '', 'invalidGate', { message: 'A gate needs a name.' })
  assert(rules.length > 0, 'invalidGate', { message: 'A gate needs at least one rule.' })
  for (const { chain = 'EVM', type, address, filter = {} } of rules) {
    assert(readableChains.has(chain), 'gatingNotSupported')
    assert(isAddressOf(chain, address.contractAddress), 'invalidGate', {
      message: `A rule names a contract that is not an address on ${chain}.`,
    })
    assert(filter.amount === undefined || filter.amount >= 1, 'invalidGate', {
      message: 'A rule asks for an amount of at least 1.',
    })
    assert(type === 'nft' || !filter.tokenId, 'invalidGate', {
      message: 'Only a rule about NFTs can name one of them.',
    })
  }
}
