import type { components } from '@latchkey/types'
import { defined } from '../../shared/defined.ts'
import type { Credential } from '../../store/records.ts'
import { asciiLowerCase } from '../shared/asciiCase.ts'
import type { Backend } from '../shared/backend.ts'
import { addressKey, type Chain } from './chains.ts'

interface NameServiceRow {
  /** The chain under which settings keep the name. */
  readonly chain: Chain
  /** Whether names end in this top-level label. */
  isTop(label: string): boolean
}

/** ENS: `.eth`, and DNS names (ENSIP-6). */
const ens: NameServiceRow = { chain: 'EVM', isTop: (label) => /^[a-z]{2,}$|^xn--[a-z0-9-]*[a-z0-9]$/.test(label) }
const under = (chain: Chain, top: string): NameServiceRow => ({ chain, isTop: (label) => label === top })

/** Chains whose name service has names below names, and whose wallets sign a text as it is. */
const services: Partial<Record<Chain, NameServiceRow>> = {
  EVM: ens,
  ETH: ens,
  SOL: under('SOL', 'sol'),
  SUI: under('SUI', 'sui'),
  ALGO: under('ALGO', 'algo'),
}

/**
 * A label of a name (RFC 1035, section 2.3.1, with digits at the beginning as RFC 1123, section 2.1, has it), in lower
 * case.
 */
export function isLabel(text: string): boolean {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text)
}

/** Length of the longest name (RFC 1035, section 2.3.4, without the final dot). */
const longest = 253

/** The chain that a name service's settings are kept under: `EVM` for `ETH`; `undefined` for a chain without one. */
export function nameServiceChain(chain: Chain): Chain | undefined {
  return services[chain]?.chain
}

/**
 * The one spelling of a name, which is in lower case; `undefined` for a text that is not a name on that chain.
 *
 * @param room - How many characters must remain for names below it. @default 0
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

/** Whether a name belongs to an address. `name` is in its one spelling. */
export function isNameOwner(
  { outside }: Backend,
  { chain, name, address }: { chain: Chain; name: string; address: string },
): boolean {
  return outside.names.find(chain, name)?.owner === addressKey(chain, address)
}

/**
 * The name of a wallet's address: the one that the environment has given to it, otherwise the latest of its own. Names
 * given by other environments are not shown.
 */
export function nameDataOf(
  { outside: { names } }: Backend,
  { id, format, key }: Pick<Credential, 'id' | 'format' | 'key'>,
): components['schemas']['NameServiceData'] | undefined {
  if (format !== 'blockchain') return undefined
  const name = names.issuedTo(id) ?? names.namesOf(key).find(({ environmentId }) => environmentId === undefined)
  return name && { name: name.name, ...defined({ avatar: name.avatar }) }
}
