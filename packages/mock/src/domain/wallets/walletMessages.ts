import { asciiLowerCase } from '@latchkey/base/asciiCase'
import { instantOf } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import { addressKey, type Chain, chainNamespace } from '@latchkey/crypto/chainAddresses'
import { parseSignInMessage, type SignInMessage } from '@latchkey/crypto/signInMessage'
import { readInstant } from '../../effects/instants.ts'
import { accountNameOf } from '../chains/chainNetworks.ts'

/** The claims of a sign-in message of any chain. Instants are epoch milliseconds. */
export interface MessageClaims {
  /** Authority of the requesting site. */
  readonly domain: string
  readonly nonce: string
  /** Scheme of the requesting site, if the message names it. */
  readonly scheme?: string
  readonly address?: string
  readonly uri?: string | undefined
  /** Every spelling of the network in the message; empty if it names none. */
  readonly chainIds: readonly string[]
  readonly issuedAtMs?: number | undefined
  readonly expiresAtMs?: number | undefined
  readonly validFromMs?: number | undefined
}

type Reader = (text: string, chain: Chain) => MessageClaims | undefined | Promise<MessageClaims | undefined>

const readers: Record<Chain, Reader> = {
  EVM: readText,
  ETH: readText,
  SOL: readText,
  ECLIPSE: readText,
  BTC: readText,
  COSMOS: readText,
  FLOW: readText,
  ALGO: readText,
  SUI: readText,
  TRON: readText,
  SPARK: readText,
  APTOS: (text) => (text.startsWith('APTOS\n') ? readAptosMessage(text) : readText(text, 'APTOS')),
  STARK: readTypedData,
  TON: readProof,
}

/**
 * Reads the message that a wallet of the chain has signed; `undefined` for a text that is not a sign-in message of that
 * chain.
 */
export async function readWalletMessage(chain: Chain, text: string): Promise<MessageClaims | undefined> {
  return readers[chain](text, chain)
}

function readText(text: string, chain: Chain): MessageClaims | undefined {
  const message = parseSignInMessage(asEip4361(text, chain), { accountName: accountNameOf(chain) })
  return message && claimsOf(message)
}

/** The claims of an EIP-4361 sign-in message. */
export function claimsOf({
  scheme,
  domain,
  address,
  uri,
  chainId,
  nonce,
  issuedAt,
  expirationTime,
  notBefore,
}: SignInMessage): MessageClaims {
  return {
    domain,
    nonce,
    address,
    uri,
    chainIds: [chainId],
    issuedAtMs: instantOf(issuedAt),
    ...defined({
      scheme,
      expiresAtMs: expirationTime === undefined ? undefined : instantOf(expirationTime),
      validFromMs: notBefore === undefined ? undefined : instantOf(notBefore),
    }),
  }
}

/** Chains whose own wallets leave out the empty line of a missing statement. */
const withoutEmptyStatement: ReadonlySet<Chain> = new Set<Chain>(['SOL', 'ECLIPSE', 'APTOS'])

/**
 * The same claims in the layout of EIP-4361, for messages that wallets of other chains write a little differently: the
 * network with its namespace (`solana:mainnet`), no empty line for a missing statement, and on Aptos (AIP-116) the
 * network near the end. This text is only parsed; the signature is verified over the bytes that were signed.
 */
export function asEip4361(text: string, chain: Chain): string {
  const start = text.lastIndexOf('\n\nURI: ')
  if (chain === 'EVM' || chain === 'ETH' || start < 0) return text
  const [head, lines] = [text.slice(0, start), text.slice(start + 2).split('\n')]
  const place = lines.findIndex((line) => line.startsWith('Chain ID: '))
  if (place >= 0) {
    const [line = ''] = lines.splice(place, 1)
    lines.splice(chain === 'APTOS' ? 2 : place, 0, line.replace(`Chain ID: ${chainNamespace(chain)}:`, 'Chain ID: '))
  }
  const gap = withoutEmptyStatement.has(chain) && head.split('\n').length === 2 ? '\n\n\n' : '\n\n'
  return head + gap + lines.join('\n')
}

/**
 * AIP-62: the wallet puts its own lines around the text to sign. If that is a sign-in text, the lines must agree with
 * it. Otherwise the lines themselves must make the claims.
 */
async function readAptosMessage(text: string): Promise<MessageClaims | undefined> {
  const { readAptosFullMessage } = await import('@latchkey/crypto/chains/aptos')
  const full = readAptosFullMessage(text)
  if (!full) return undefined
  const { address, application, nonce } = full
  const chainIds = full.chainId === undefined ? [] : [String(full.chainId)]
  const site = application === undefined ? undefined : readSite(application)
  if (application !== undefined && !site) return undefined
  const inner = readText(full.message, 'APTOS')
  if (!inner)
    return address && site && chainIds.length > 0
      ? { domain: site.host, scheme: site.protocol.slice(0, -1), uri: application, address, chainIds, nonce }
      : undefined
  const agrees =
    nonce === inner.nonce &&
    (site === undefined || isOfSite(site, inner)) &&
    (address === undefined || addressKey('APTOS', address) === addressKey('APTOS', inner.address ?? ''))
  return agrees ? { ...inner, chainIds: [...inner.chainIds, ...chainIds] } : undefined
}

/**
 * The address of a page. A user name is refused, and so is what `URL` silently changes: white space, and letters that
 * it turns into ASCII.
 */
function readSite(text: string): URL | undefined {
  const url = /^[!-~]+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined
  return url?.host && url.username === '' && url.password === '' ? url : undefined
}

/** Whether a sign-in text is for the site that the wallet has seen, with the same scheme in its own scheme and URI. */
function isOfSite({ host, protocol }: URL, { domain, scheme, uri }: MessageClaims): boolean {
  const isScheme = scheme === undefined || `${asciiLowerCase(scheme)}:` === protocol
  return (
    host === asciiLowerCase(domain) &&
    isScheme &&
    (uri === undefined || (URL.canParse(uri) && new URL(uri).protocol === protocol))
  )
}

/** SNIP-12: the message of the typed data has the claims under their CAIP-122 names. */
async function readTypedData(text: string): Promise<MessageClaims | undefined> {
  const { readStarknetTypedData } = await import('@latchkey/crypto/chains/starknet')
  const data = readStarknetTypedData(text)
  if (!data) return undefined
  const { domain, address, uri, nonce, chainId, issuedAt, expirationTime, notBefore } = data.message
  const isRead =
    [domain, nonce].every(isText) &&
    [address, uri, chainId].every((value) => value === undefined || isText(value)) &&
    readTime(issuedAt) !== undefined
  const times = [expirationTime, notBefore].every((value) => value === undefined || readTime(value) !== undefined)
  if (!isRead || !times) return undefined
  return {
    domain: String(domain),
    nonce: String(nonce),
    ...defined({ address: isText(address) ? address : undefined, uri: isText(uri) ? uri : undefined }),
    chainIds: [chainId, data.domain.chainId].flatMap((value) => (value === undefined ? [] : [String(value)])),
    issuedAtMs: readTime(issuedAt),
    expiresAtMs: readTime(expirationTime),
    validFromMs: readTime(notBefore),
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** An instant in RFC 3339, or Unix seconds, as epoch milliseconds. */
function readTime(value: unknown): number | undefined {
  if ((typeof value === 'number' || typeof value === 'string') && /^\d{1,11}$/.test(String(value)))
    return Number(value) * 1000
  const instant = isText(value) ? readInstant(value) : undefined
  return instant === undefined ? undefined : instantOf(instant)
}

/** A TON Connect proof names neither network nor address; its signature also covers the address. */
async function readProof(text: string): Promise<MessageClaims | undefined> {
  const { readTonProof } = await import('@latchkey/crypto/chains/ton')
  const proof = readTonProof(text)
  return (
    proof && { domain: proof.domain, nonce: proof.payload, chainIds: [], issuedAtMs: readTime(proof.timestamp) ?? 0 }
  )
}
