import type { components } from '@latchkey/types'
import { type Backend, newRecord, type ReadStore } from '../../backend.ts'
import type { Credential } from '../../store/records.ts'
import type { ChainName } from '../../store/worldRecords.ts'
import { asciiLowerCase } from '../shared/asciiCase.ts'
import { addressKey, type Chain, chainNamespace } from './chains.ts'

interface NameServiceRow {
  /** The chain under which settings keep the name. */
  readonly chain: Chain
  /** Whether names end in this top-level label. */
  isTop(label: string): boolean
}

/** ENS: `.eth`, and the names of the DNS (ENSIP-6). */
const ens: NameServiceRow = { chain: 'EVM', isTop: (label) => /^[a-z]{2,}$|^xn--[a-z0-9-]*[a-z0-9]$/.test(label) }
const under = (chain: Chain, top: string): NameServiceRow => ({ chain, isTop: (label) => label === top })

/** Chains with a name service whose names have names below them, and whose wallets sign a text as it is. */
const services: Partial<Record<Chain, NameServiceRow>> = {
  EVM: ens,
  ETH: ens,
  SOL: under('SOL', 'sol'),
  SUI: under('SUI', 'sui'),
  ALGO: under('ALGO', 'algo'),
}

/** A label of a name (RFC 1035, section 2.3.1, with digits at the beginning as RFC 1123, section 2.1, has it), in lower case. */
export function isLabel(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text)
}

/** Longest name there is (RFC 1035, section 2.3.4, without the final dot). */
const longest = 253

/** The chain that a name service's settings are kept under: `EVM` for `ETH`; `undefined` for a chain without one. */
export function nameServiceChain(chain: Chain): Chain | undefined {
  return services[chain]?.chain
}

/**
 * The one spelling of a name, which is in lower case; `undefined` for what is no name there.
 *
 * @param room - How many characters have to be left for names below it. @default 0
 */
export function canonicalName(chain: Chain, text: string, room = 0): string | undefined {
  const name = asciiLowerCase(text)
  const labels = name.split('.')
  const isName =
    labels.length > 1 &&
    name.length + room <= longest &&
    labels.every(isLabel) &&
    services[chain]?.isTop(labels.at(-1) ?? '')
  return isName ? name : undefined
}

/** A name as the pretended chain has it. `name` is in its one spelling. */
export function findName({ store }: Pick<Backend, 'store'>, chain: Chain, name: string): ChainName | undefined {
  return store.chainNames.find('byName', [chainNamespace(chain), name])
}

/** Whether a name belongs to an address, on the pretended chain. */
export function isNameOwner(
  backend: Pick<Backend, 'store'>,
  { chain, name, address }: { chain: Chain; name: string; address: string },
): boolean {
  return findName(backend, chain, name)?.owner === addressKey(chain, address)
}

/** Registers a name on the pretended chain, or hands it to another owner. `name` is in its one spelling. */
export function putName(
  backend: Backend,
  { chain, name, owner, avatar }: { chain: Chain; name: string; owner: string; avatar?: string },
): ChainName {
  const known = findName(backend, chain, name)
  if (known) backend.store.chainNames.delete(known.id)
  return backend.store.chainNames.insert({
    ...newRecord(backend),
    family: chainNamespace(chain),
    name,
    owner: addressKey(chain, owner),
    ...(avatar !== undefined && { avatar }),
  })
}

/** Names that belong to an address on the pretended chain, the latest first. */
export function namesOf(
  { store }: { readonly store: Pick<ReadStore, 'chainNames'> },
  chain: Chain,
  address: string,
): ChainName[] {
  return [...store.chainNames.scan('byOwner', [addressKey(chain, address)], { descending: true })]
}

/**
 * The name of a wallet's address: the one that the environment has given to it, otherwise the latest of its own. Names that
 * other environments have given to it are theirs to tell.
 */
export function nameDataOf(
  { store }: Pick<Backend, 'store'>,
  { id, format, key }: Pick<Credential, 'id' | 'format' | 'key'>,
): components['schemas']['NameServiceData'] | undefined {
  if (format !== 'blockchain') return undefined
  const given = store.chainNames.find('byWallet', [id])
  const found =
    given ??
    [...store.chainNames.scan('byOwner', [key], { descending: true })].find(
      ({ environmentId }) => environmentId === undefined,
    )
  return found && { name: found.name, ...(found.avatar !== undefined && { avatar: found.avatar }) }
}
