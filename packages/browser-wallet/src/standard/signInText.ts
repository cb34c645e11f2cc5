import { isObject } from '@latchkey/base/isObject'
import { type SignInMessage, wrongField } from '@latchkey/crypto/signInMessage'
import { hostOf } from '../hostOf.ts'
import { fail } from '../walletError.ts'
import { standardCodes } from './standardSite.ts'

/** The input of a feature that signs in: the fields of the text. */
export type SignInInput = { readonly [K in keyof SignInMessage]?: unknown }

/** The titles of the lines after the statement. */
const titles = {
  uri: 'URI',
  version: 'Version',
  chainId: 'Chain ID',
  nonce: 'Nonce',
  issuedAt: 'Issued At',
  expirationTime: 'Expiration Time',
  notBefore: 'Not Before',
  requestId: 'Request ID',
} as const

/** How the text of a chain differs from that of others. */
export interface SignInForm {
  readonly accountName: string
  /** Stands in front of the name of a chain: `solana:`. */
  readonly namespace: string
  /** The lines after the statement, in their order. */
  readonly lines: readonly (keyof typeof titles)[]
}

/** @see https://github.com/phantom/sign-in-with-solana, "ABNF Message Format" */
export const solanaForm: SignInForm = {
  accountName: 'Solana',
  namespace: 'solana:',
  lines: ['uri', 'version', 'chainId', 'nonce', 'issuedAt', 'expirationTime', 'notBefore', 'requestId'],
}

/**
 * In the order of the package `@aptos-labs/siwa`, which writes the text anew to verify it.
 *
 * @see https://github.com/aptos-foundation/AIPs/blob/main/aips/aip-116.md
 */
export const aptosForm: SignInForm = {
  accountName: 'Aptos',
  namespace: 'aptos:',
  lines: ['uri', 'version', 'nonce', 'issuedAt', 'expirationTime', 'notBefore', 'requestId', 'chainId'],
}

/** Values of the fields that texts of EIP-4361 must have, and others need not. */
const unchecked: SignInMessage = {
  domain: 'example.com',
  address: '1',
  uri: 'https://example.com',
  version: '1',
  chainId: 'mainnet',
  nonce: '00000000',
  issuedAt: '2000-01-01T00:00:00Z',
}

/**
 * Reads the input of a sign-in for a page. The domain can only be the page's own, whatever the page says.
 *
 * @param site.origin - Of the page, by which the wallet knows it.
 * @throws WalletError -32000
 */
export function readSignIn(
  input: unknown,
  { origin }: { readonly origin: string },
  { accountName, namespace }: SignInForm,
): SignInInput & { readonly domain: string } {
  const { scheme: _, ...sent } = isObject(input) ? (input as SignInInput) : {}
  const fields = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined && value !== ''))
  const host = hostOf(origin)
  if (host === undefined)
    throw fail(standardCodes.invalidInput, 'The page has an opaque origin, so that its text can name no domain.')
  if (fields.domain !== undefined && fields.domain !== host)
    throw fail(standardCodes.invalidInput, `The page is of ${host}, and asks to sign in to ${String(fields.domain)}.`)
  // Wallets write the chain as the page gives it, with or without its namespace.
  const { chainId: chain } = fields
  const isNamed = typeof chain === 'string' && chain.startsWith(namespace)
  const chainId = isNamed ? { chainId: chain.slice(namespace.length) } : {}
  const wrong = wrongField({ ...unchecked, ...fields, ...chainId }, accountName)
  if (wrong) throw fail(standardCodes.invalidInput, `"${wrong}" has a value that a sign-in text cannot have.`)
  return { ...fields, domain: host }
}

/** Writes the text of a sign-in, in which each field that is missing has no line. */
export function writeSignInText(
  fields: SignInInput & { readonly domain: string; readonly address: string },
  { accountName, lines }: SignInForm,
): string {
  const { domain, address, statement, resources } = fields
  const titled = lines.flatMap((name) => (fields[name] === undefined ? [] : [`${titles[name]}: ${fields[name]}`]))
  const list = Array.isArray(resources) ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []
  const parts = [statement, [...titled, ...list].join('\n')].filter((part) => part !== undefined && part !== '')
  return [`${domain} wants you to sign in with your ${accountName} account:\n${address}`, ...parts].join('\n\n')
}
