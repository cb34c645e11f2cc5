import { isObject } from '@latchkey/base/isObject'
import { type SignInMessage, wrongField } from '@latchkey/crypto/signInMessage'
import { hostOf } from '../hostOf.ts'
import { standardCodes } from '../standard/standardSite.ts'
import { fail } from '../walletError.ts'

/** The input of `solana:signIn`: the fields of the text, all of them optional. */
export type SignInInput = { readonly [K in keyof SignInMessage]?: unknown }

/** The lines of the text after its statement, in their order. */
const lines = [
  ['uri', 'URI'],
  ['version', 'Version'],
  ['chainId', 'Chain ID'],
  ['nonce', 'Nonce'],
  ['issuedAt', 'Issued At'],
  ['expirationTime', 'Expiration Time'],
  ['notBefore', 'Not Before'],
  ['requestId', 'Request ID'],
] as const

/** Values of the fields that texts of EIP-4361 must have, and those of Solana need not. */
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
 * @param origin - Of the page, by which the wallet knows it.
 * @throws WalletError -32000
 */
export function readSignIn(input: unknown, origin: string): SignInInput & { readonly domain: string } {
  const { scheme: _, ...sent } = isObject(input) ? (input as SignInInput) : {}
  const fields = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined && value !== ''))
  const host = hostOf(origin)
  if (host === undefined)
    throw fail(standardCodes.invalidInput, 'The page has an opaque origin, so that its text can name no domain.')
  if (fields.domain !== undefined && fields.domain !== host)
    throw fail(standardCodes.invalidInput, `The page is of ${host}, and asks to sign in to ${String(fields.domain)}.`)
  // Wallets write the chain as the page gives it, with or without its namespace.
  const chainId = typeof fields.chainId === 'string' ? { chainId: fields.chainId.replace(/^solana:/, '') } : {}
  const wrong = wrongField({ ...unchecked, ...fields, ...chainId }, 'Solana')
  if (wrong) throw fail(standardCodes.invalidInput, `"${wrong}" has a value that a sign-in text cannot have.`)
  return { ...fields, domain: host }
}

/**
 * Writes the text of a sign-in, in which each field that is missing has no line.
 *
 * @see https://github.com/phantom/sign-in-with-solana, "ABNF Message Format"
 */
export function writeSignInText(fields: SignInInput & { readonly domain: string; readonly address: string }): string {
  const { domain, address, statement, resources } = fields
  const titled = lines.flatMap(([name, title]) => (fields[name] === undefined ? [] : [`${title}: ${fields[name]}`]))
  const list = Array.isArray(resources) ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []
  const parts = [statement, [...titled, ...list].join('\n')].filter((part) => part !== undefined && part !== '')
  return [`${domain} wants you to sign in with your Solana account:\n${address}`, ...parts].join('\n\n')
}
