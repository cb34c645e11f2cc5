import { recoverMessageAddress } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import contracts from '../test/vectors/siwe_eip1271.json'
import malformed from '../test/vectors/siwe_parsing_negative.json'
import wrongFields from '../test/vectors/siwe_parsing_negative_objects.json'
import wellFormed from '../test/vectors/siwe_parsing_positive.json'
import unverified from '../test/vectors/siwe_verification_negative.json'
import verified from '../test/vectors/siwe_verification_positive.json'
import { evm } from './chains/evm.ts'
import { formatSignInMessage, parseSignInMessage, type SignInMessage } from './signInMessage.ts'
import type { ChainFacts, ContractWallet } from './walletSignature.ts'

const ethereum = { accountName: 'Ethereum' }

/**
 * The fields of the vectors in the shape of the parser. The vectors have numbers for chain ids and `null` for missing
 * fields.
 */
const toMessage = (fields: object): SignInMessage => {
  const presentFields = Object.entries(fields).filter(([, value]) => value !== null)
  return {
    ...(Object.fromEntries(presentFields) as SignInMessage),
    ...('chainId' in fields && { chainId: String(fields.chainId) }),
  }
}

const parsing = Object.entries(wellFormed)
const negative = Object.entries(malformed)
const objects = Object.entries(wrongFields)

describe('the vectors of the siwe test suite', () => {
  it.each(parsing)('parses: %s', (_, { message, fields }) => {
    expect(parseSignInMessage(message, ethereum)).toStrictEqual(toMessage(fields))
    expect(formatSignInMessage(toMessage(fields), ethereum)).toBe(message)
  })

  it.each(negative)('does not parse: %s', (_, message) => {
    expect(parseSignInMessage(message, ethereum)).toBeUndefined()
  })

  it.each(objects)('does not write: %s', (_, fields) => {
    expect(() => formatSignInMessage(toMessage(fields), ethereum)).toThrow(TypeError)
  })

  it('are complete', () => {
    const counts = [wellFormed, malformed, wrongFields, verified, unverified, contracts].map(
      (vectors) => Object.keys(vectors).length,
    )
    expect(counts).toEqual([19, 29, 18, 4, 10, 2])
  })
})

interface Verification {
  readonly signature: string
  readonly time?: string | undefined
  readonly domainBinding?: string | undefined
  readonly matchNonce?: string | undefined
}

const facts = (wallets: Readonly<Record<string, ContractWallet>> = {}): ChainFacts => ({
  contractWallet: (address) => wallets[address],
  accountKeys: () => [],
})

/** The checks of a relying party on a parsed message. */
const isAcceptable = (
  fields: SignInMessage,
  { time = '2026-01-15T09:30:00Z', domainBinding = fields.domain, matchNonce = fields.nonce }: Verification,
) => {
  const now = Date.parse(time)
  const { expirationTime, notBefore } = fields
  const isInTime = !(expirationTime && Date.parse(expirationTime) <= now) && !(notBefore && now < Date.parse(notBefore))
  return isInTime && fields.domain === domainBinding && fields.nonce === matchNonce
}

/** The signed text: the fields of the vectors, written without checks, because some are wrong on purpose. */
const signedText = ({
  domain,
  address,
  statement,
  uri,
  version,
  chainId,
  nonce,
  issuedAt,
  expirationTime,
  notBefore,
}: SignInMessage) =>
  [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    statement,
    '',
    `URI: ${uri}`,
    `Version: ${version}`,
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
    ...(expirationTime ? [`Expiration Time: ${expirationTime}`] : []),
    ...(notBefore ? [`Not Before: ${notBefore}`] : []),
  ].join('\n')

const outcome = (vector: Verification & object) => {
  const { signature, time, domainBinding, matchNonce, ...fields } = vector
  const message = signedText(toMessage(fields))
  const parsed = parseSignInMessage(message, ethereum)
  return {
    isParsed: parsed !== undefined,
    isAcceptable: parsed !== undefined && isAcceptable(parsed, { signature, time, domainBinding, matchNonce }),
    verdict: evm.verify({ chain: 'EVM', address: toMessage(fields).address, message, signature }, facts()),
  }
}

describe('the vectors of verification', () => {
  it.each(Object.entries(verified))('accepts: %s', (_, vector) => {
    expect(outcome(vector)).toEqual({ isParsed: true, isAcceptable: true, verdict: 'valid' })
  })

  /** Why each of them is refused. */
  const reasons: Record<keyof typeof unverified, object> = {
    'expired message': { isParsed: true, isAcceptable: false, verdict: 'valid' },
    'domain binding': { isParsed: true, isAcceptable: false, verdict: 'valid' },
    'custom time': { isParsed: true, isAcceptable: false, verdict: 'valid' },
    'custom nonce': { isParsed: true, isAcceptable: false, verdict: 'valid' },
    'malformed signature': { isParsed: true, isAcceptable: true, verdict: 'invalid' },
    'wrong signature': { isParsed: true, isAcceptable: true, verdict: 'invalid' },
    'not yet valid': { isParsed: true, isAcceptable: false, verdict: 'valid' },
    'invalid issuedAt': { isParsed: false, isAcceptable: false },
    'invalid notBefore': { isParsed: false, isAcceptable: false },
    'invalid expirationTime': { isParsed: false, isAcceptable: false },
  }

  it.each(Object.entries(unverified))('refuses: %s', (name, vector) => {
    expect(outcome(vector)).toMatchObject(reasons[name as keyof typeof reasons])
  })
})

describe('the vectors of contract wallets', () => {
  const { argent, loopring } = contracts
  const addressOf = (message: string) => parseSignInMessage(message, ethereum)?.address ?? expect.fail('not a message')
  const verify = ({ message, signature }: typeof argent, owners: readonly string[]) => {
    const address = addressOf(message)
    return evm.verify(
      { chain: 'EVM', address, message, signature },
      facts({ [address.toLowerCase()]: { owners, isDeployed: true } }),
    )
  }

  it('accepts only the signature of the owner', async () => {
    const owner = await recoverMessageAddress({ message: argent.message, signature: argent.signature as `0x${string}` })
    expect(owner).not.toBe(addressOf(argent.message))
    expect(verify(argent, [owner.toLowerCase()])).toBe('valid')
    expect(verify(argent, [addressOf(loopring.message).toLowerCase()])).toBe('invalid')
    expect(verify({ ...argent, message: argent.message.replace('Example', 'Exbmple') }, [owner.toLowerCase()])).toBe(
      'invalid',
    )
  })

  it('reports a signature with a type of its contract as unsupported', async () => {
    const owner = await recoverMessageAddress({
      message: loopring.message,
      signature: loopring.signature.slice(0, -2) as `0x${string}`,
    })
    expect(verify(loopring, [owner.toLowerCase()])).toBe('unsupported')
  })
})

describe('the messages that viem writes', () => {
  const domain = 'app.example.com:8443'
  const address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
  const uri = 'https://app.example.com/login'
  const [issuedAt, expirationTime] = ['2026-01-15T09:30:00.000Z', '2026-01-15T09:40:00.000Z']
  const instants = {
    issuedAt: new Date(issuedAt),
    expirationTime: new Date(expirationTime),
    notBefore: new Date(issuedAt),
  }
  const texts = {
    scheme: 'https',
    statement: 'I accept the Terms.',
    requestId: 'a-request',
    resources: ['https://example.com/claim.json'],
  }

  it('are read, and written identically', () => {
    const text = createSiweMessage({
      domain,
      address,
      uri,
      version: '1',
      chainId: 137,
      nonce: '32891756',
      ...texts,
      ...instants,
    })
    const fields = {
      domain,
      address,
      uri,
      version: '1',
      chainId: '137',
      nonce: '32891756',
      ...texts,
      issuedAt,
      expirationTime,
      notBefore: issuedAt,
    } as const
    expect(parseSignInMessage(text, ethereum)).toStrictEqual(fields)
    expect(formatSignInMessage(fields, ethereum)).toBe(text)
  })
})
