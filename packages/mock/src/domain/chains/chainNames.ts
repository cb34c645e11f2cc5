import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { defined } from '@latchkey/base/defined'
import { addressKey, type Chain } from '@latchkey/crypto/chainAddresses'
import type { components } from '@latchkey/types'
import type { Credential } from '../../store/records.ts'
import type { Backend } from '../shared/backend.ts'

interface NameServiceRow {
  /** The chain under which settings keep the name. */
  readonly chain: Chain
  /** The ends of names, for messages. */
  readonly end: string
  /** Whether names end in this top-level label. */
  isTop(label: string): boolean
}

/** ENS: `.eth`, and DNS names (ENSIP-6). */
const ens: NameServiceRow = {
  chain: 'EVM',
  end: '.eth, or a domain of the DNS',
  isTop: (label) => /^[a-z]{2,}$/.test(label),
}
const under = (chain: Chain, top: string): NameServiceRow => ({
  chain,
  end: `.${top}`,
  isTop: (label) => label === top,
})

/** Chains whose name service has names below names, and whose wallets sign a text as it is. */
const services: Partial<Record<Chain, NameServiceRow>> = {
  EVM: ens,
  ETH: ens,
  SOL: under('SOL', 'sol'),
  SUI: under('SUI', 'sui'),
  ALGO: under('ALGO', 'algo'),
}

/** The fault of a label that is in lower case; `undefined` for a good one. */
function labelProblem(label: string): string | undefined {
  if (label === '') return 'A part between its dots is empty.'
  const [character] = /[^a-z0-9-]/u.exec(label) ?? []
  if (character !== undefined)
    return `${describeCharacter(character)} is not a letter from a to z, a digit or a hyphen.`
  if (/^-|-$/.test(label)) return `"${label}" has a hyphen at its end.`
  if (label.startsWith('--', 2)) return `"${label}" has hyphens in its third and fourth place, which are reserved.`
  return label.length > 63 ? `"${label}" is longer than 63 characters.` : undefined
}

/** Such as `"ä" (U+00E4)`. */
function describeCharacter(character: string): string {
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
  return `"${character}" (U+${code})`
}

/**
 * A label of a name in lower case (RFC 1035, section 2.3.1, with digits at the beginning as RFC 1123, section 2.1, has
 * it). Those with hyphens in the third and fourth place are reserved (RFC 5890, section 2.3.1), and ENSIP-15 refuses
 * them.
 */
export function isLabel(text: string): boolean {
  return labelProblem(text) === undefined
}

/** Bytes of the longest name (RFC 1035, section 2.3.4, without the final dot). */
const longest = 253

/** The chain that a name service's settings are kept under: `EVM` for `ETH`; `undefined` for a chain without one. */
export function nameServiceChain(chain: Chain): Chain | undefined {
  return services[chain]?.chain
}

/**
 * Says why a name in its one spelling is no name of that chain; `undefined` where it is one.
 *
 * @param room - How many bytes must remain for names below it. @default 0
 */
export function shapeProblem(chain: Chain, name: string, room = 0): string | undefined {
  const labels = name.split('.')
  const service = services[chain]
  if (!service) return `${chain} has no name service here.`
  if (labels.length < 2 || !service.isTop(labels.at(-1) ?? '')) return `A name of ${chain} ends in ${service.end}.`
  if (new TextEncoder().encode(name).length + room <= longest) return undefined
  return `It is longer than ${longest - room} bytes.`
}

/** A name in its one spelling, or why a text is not a name of the chain. */
export type ReadName =
  | { readonly name: string; readonly problem?: undefined }
  | { readonly name?: undefined; readonly problem: string }

/**
 * Reads a name that is written in ASCII. Its one spelling is in lower case, which is what ENSIP-15 makes of it, too.
 *
 * @param room - How many characters must remain for names below it. @default 0
 */
export function readAsciiName(chain: Chain, text: string, room = 0): ReadName {
  const name = asciiLowerCase(text)
  const problem = name.split('.').map(labelProblem).find(Boolean) ?? shapeProblem(chain, name, room)
  return problem === undefined ? { name } : { problem }
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
