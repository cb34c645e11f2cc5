import { instantOf } from '@latchkey/base/clock'
import type { SignInMessage } from '@latchkey/crypto/signInMessage'
import type { components } from '@latchkey/types'
import { accountNameOf } from '../../domain/chains/chainNetworks.ts'

type Chain = components['schemas']['ChainEnum']

/** The fields of a sign-in message. Instants are RFC 3339. */
export type SignInText = Omit<SignInMessage, 'version'>

type Format = typeof import('@latchkey/crypto/signInMessage').formatSignInMessage

/**
 * Writes the sign-in message of a chain: typed data on Starknet, the fields of a TON Connect proof, a text elsewhere.
 *
 * @throws TypeError when a field has a value that the grammar does not allow.
 */
export function writeSignInText(chain: Chain, text: SignInText, format: Format): string {
  const write = writers[chain]
  return write ? write(text) : format({ ...text, version: '1' }, { accountName: accountNameOf(chain) })
}

const writers: Partial<Record<Chain, (text: SignInText) => string>> = {
  STARK: writeTypedData,
  TON: ({ domain, nonce, issuedAt }) =>
    JSON.stringify({ domain, timestamp: Math.floor(instantOf(issuedAt) / 1000), payload: nonce }),
}

const claimNames = [
  'domain',
  'address',
  'statement',
  'uri',
  'chainId',
  'nonce',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
] as const

/** The fields as typed data (SNIP-12, revision 1), each one a string. */
function writeTypedData(text: SignInText): string {
  const names = claimNames.filter((name) => text[name] !== undefined)
  return JSON.stringify({
    types: {
      StarknetDomain: [
        { name: 'name', type: 'shortstring' },
        { name: 'version', type: 'shortstring' },
        { name: 'chainId', type: 'shortstring' },
        { name: 'revision', type: 'shortstring' },
      ],
      SignIn: names.map((name) => ({ name, type: 'string' })),
    },
    primaryType: 'SignIn',
    domain: { name: 'Sign in', version: '1', chainId: text.chainId, revision: '1' },
    message: Object.fromEntries(names.map((name) => [name, text[name]])),
  })
}
