import { formatSignInMessage } from '@latchkey/crypto/signInMessage'
import type { components } from '@latchkey/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { walletRequests } from '../../../../test/people/walletRequests.ts'
import { createMock, type Mock } from '../../../mock/createMock.ts'
import { accountNameOf } from '../../chains/chainNetworks.ts'

type Schemas = components['schemas']
type Chain = Schemas['ChainEnum']

const now = '2026-01-15T09:30:00.000Z'
const origin = 'https://app.example.com'
const notHere = { status: 422, code: 'invalid_verification' }
const notSigned = { status: 422, code: 'other_verify_failure' }

const accounts: readonly (readonly [Chain, string | undefined])[] = [
  ['EVM', 'account'],
  ['EVM', 'contract'],
  ['EVM', 'counterfactual'],
  ['ETH', undefined],
  ['SOL', undefined],
  ['ECLIPSE', undefined],
  ['BTC', 'p2wpkh'],
  ['BTC', 'p2tr'],
  ['BTC', 'p2sh-p2wpkh'],
  ['BTC', 'p2pkh'],
  ['COSMOS', undefined],
  ['FLOW', 'p256Sha3'],
  ['FLOW', 'secp256k1Sha2'],
  ['ALGO', undefined],
  ['STARK', undefined],
  ['SUI', 'ed25519'],
  ['SUI', 'secp256k1'],
  ['SUI', 'secp256r1'],
  ['APTOS', 'ed25519'],
  ['APTOS', 'singleKeyEd25519'],
  ['APTOS', 'singleKeySecp256k1'],
  ['TRON', undefined],
  ['TON', undefined],
  ['SPARK', undefined],
]

let mock: Mock
beforeEach(() => {
  mock = createMock({ seed: 'test', now })
})

const { walletOf, environments, newNonce, verify, requestOf } = walletRequests(() => mock)

/** Another character of the same kind. */
function otherCharacter(character: string): string {
  const kinds = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return kinds.find((kind) => kind.includes(character))?.replace(character, '')[0] ?? 'A'
}

/** The text with each long run of letters and digits changed by one character, near its start, middle and end. */
function changed(text: string): string[] {
  return [...text.matchAll(/[A-Za-z0-9+/]{40,}/g)].flatMap(({ 0: run, index }) =>
    [3, Math.floor(run.length / 2), run.length - 6].map((place) => {
      const at = index + place
      return text.slice(0, at) + otherCharacter(text.charAt(at)) + text.slice(at + 1)
    }),
  )
}

/** The message as if the person had seen another one, all of whose claims hold. */
function asSeen(chain: Chain, message: string): string {
  if (chain !== 'TON') return message.replace('Sign in to', 'Sign io to')
  const { timestamp, ...rest } = JSON.parse(message) as { timestamp: number }
  return JSON.stringify({ ...rest, timestamp: timestamp - 1 })
}

describe.each(accounts)('a wallet of %s, account %s', (chain, kind) => {
  it('signs in, first as a new user and then as the same user', async () => {
    const wallet = await walletOf(chain, kind)
    const first = await verify(await requestOf(wallet))
    expect(first).toMatchObject({
      status: 200,
      user: {
        newUser: true,
        verifiedCredentials: [{ format: 'blockchain', address: wallet.address, wallet_name: 'testwallet' }],
      },
    })
    const second = await verify(await requestOf(wallet))
    expect(second.user).toMatchObject({ id: first.user?.id, newUser: false })
  })

  it('refuses a message other than the one that was signed', async () => {
    const request = await requestOf(await walletOf(chain, kind))
    const messageToSign = asSeen(chain, request.messageToSign)
    expect(messageToSign).not.toBe(request.messageToSign)
    expect(await verify({ ...request, messageToSign })).toMatchObject(notSigned)
    expect((await verify(request)).status).toBe(200)
  })

  it('refuses a signature with one character changed', async () => {
    const request = await requestOf(await walletOf(chain, kind))
    const signatures = changed(request.signedMessage)
    expect(signatures.length).toBeGreaterThan(0)
    for (const signedMessage of signatures) {
      const { status, code } = await verify({ ...request, signedMessage })
      expect(
        {
          status,
          isExpected: ['other_verify_failure', 'unsupported_signature', 'wallet_not_deployed'].includes(code ?? ''),
        },
        signedMessage,
      ).toEqual({ status: 422, isExpected: true })
    }
    expect((await verify(request)).status).toBe(200)
  })

  it("refuses another wallet's signature, and the signature of another message", async () => {
    const [wallet, other] = [await walletOf(chain, kind), await walletOf(chain, kind)]
    const request = await requestOf(wallet)
    expect((await verify({ ...request, signedMessage: await other.sign(request.messageToSign) })).status).toBe(422)
    expect(
      await verify({ ...request, signedMessage: await wallet.sign(asSeen(chain, request.messageToSign)) }),
    ).toMatchObject(notSigned)
  })

  it("refuses another wallet's address, in the request and in the message", async () => {
    const [wallet, other] = [await walletOf(chain, kind), await walletOf(chain, kind)]
    const inRequest = await verify(await requestOf(wallet, { publicWalletAddress: other.address }))
    const inBoth = await verify(await requestOf(wallet, { publicWalletAddress: other.address, address: other.address }))
    expect([inRequest.status, inBoth.status]).toEqual([422, 422])
    const inMessage = await verify(await requestOf(wallet, { address: other.address }))
    // A TON Connect proof does not write the address out, so there is no other to write.
    expect(inMessage.status).toBe(chain === 'TON' ? 200 : 422)
  })

  it('refuses a nonce that is unknown, of another environment, expired or used', async () => {
    const wallet = await walletOf(chain, kind)
    expect(await verify(await requestOf(wallet, { nonce: 'k3Vq8ZrT2mXw9LbNs4Hd' }))).toMatchObject(notHere)
    expect(await verify(await requestOf(wallet, { nonce: await newNonce(environments().live.id) }))).toMatchObject(
      notHere,
    )
    const early = await requestOf(wallet)
    await mock.clock.advance({ minutes: 5 })
    expect(await verify(early)).toMatchObject(notHere)
    const request = await requestOf(wallet)
    expect((await verify(request)).status).toBe(200)
    expect(await verify(request)).toMatchObject(notHere)
  })

  it('refuses a message for another site', async () => {
    const wallet = await walletOf(chain, kind)
    expect(await verify(await requestOf(wallet, { origin: 'https://evil.example.net' }))).toMatchObject(notHere)
    expect(await verify(await requestOf(wallet), { from: 'https://evil.example.net' })).toMatchObject(notHere)
    expect(await verify(await requestOf(wallet, { domain: 'app.example.com.evil.example.net' }))).toMatchObject(notHere)
  })

  it('refuses a message that was issued long ago, or later than now', async () => {
    const wallet = await walletOf(chain, kind)
    expect(await verify(await requestOf(wallet, { issuedAt: '2026-01-15T09:19:59.000Z' }))).toMatchObject(notHere)
    expect(await verify(await requestOf(wallet, { issuedAt: '2026-01-15T09:31:01.000Z' }))).toMatchObject(notHere)
    expect((await verify(await requestOf(wallet, { issuedAt: '2026-01-15T09:20:00.000Z' }))).status).toBe(200)
  })

  it('refuses a message that is written for accounts of another chain', async () => {
    const wallet = await walletOf(chain, kind)
    const fields = {
      domain: 'app.example.com',
      uri: origin,
      address: wallet.address,
      version: '1',
      chainId: '1',
      nonce: await newNonce(),
      issuedAt: now,
    } as const
    const messageToSign = formatSignInMessage(fields, { accountName: 'Dogecoin' })
    // Wallets of these two sign no text, so that there is only the signature of another message.
    const signedMessage = ['STARK', 'TON'].includes(chain)
      ? (await requestOf(wallet)).signedMessage
      : await wallet.sign(messageToSign)
    expect(
      await verify({ ...(await requestOf(wallet, { nonce: fields.nonce })), messageToSign, signedMessage }),
    ).toMatchObject(notHere)
    expect(accountNameOf(chain)).not.toBe('Dogecoin')
  })
})

/** A TON Connect proof has neither a network nor an end. */
const withNetwork = accounts.filter(([chain]) => chain !== 'TON')

describe.each(withNetwork)('a message of %s, account %s', (chain, kind) => {
  it('refuses a message that has expired, and one that is not valid yet', async () => {
    const wallet = await walletOf(chain, kind)
    expect(await verify(await requestOf(wallet, { expirationTime: now }))).toMatchObject(notHere)
    expect(await verify(await requestOf(wallet, { notBefore: '2026-01-15T09:30:01.000Z' }))).toMatchObject(notHere)
    expect(
      (await verify(await requestOf(wallet, { expirationTime: '2026-01-15T09:30:01Z', notBefore: now }))).status,
    ).toBe(200)
  })

  it('refuses a network that is not one of the chain', async () => {
    const wallet = await walletOf(chain, kind)
    expect(await verify(await requestOf(wallet, { chainId: '424242' }))).toMatchObject(notHere)
    expect(await verify(await requestOf(wallet, { network: '424242' }))).toMatchObject(notHere)
  })
})

describe('a wallet of one chain', () => {
  it('does not sign in as a wallet of another chain, even if their addresses look alike', async () => {
    const wallet = await walletOf('SOL')
    expect(await verify(await requestOf(wallet, { chain: 'ECLIPSE' }))).toMatchObject(notHere)
    expect(await verify(await requestOf(await walletOf('EVM'), { chain: 'SOL' }))).toMatchObject({
      status: 422,
      code: 'invalid_chain_address_match',
    })
  })

  it('is one wallet under both names of the EVM chains', async () => {
    const wallet = await walletOf('EVM')
    const { user } = await verify(await requestOf(wallet))
    expect((await verify(await requestOf(wallet, { chain: 'ETH' }))).user?.id).toBe(user?.id)
  })
})

describe('a request without an origin', () => {
  it('signs in for any site, or for a listed site if the environment lists any', async () => {
    const wallet = await walletOf('EVM')
    expect((await verify(await requestOf(wallet, { origin: 'https://any.example.net' }), { from: null })).status).toBe(
      200,
    )
    await mock.create.origin('https://*.example.com')
    expect((await verify(await requestOf(wallet), { from: null })).status).toBe(200)
    for (const site of ['https://any.example.net', 'http://app.example.com'])
      expect(await verify(await requestOf(wallet, { origin: site }), { from: null }), site).toMatchObject(notHere)
    const proof = await walletOf('TON')
    expect((await verify(await requestOf(proof), { from: null })).status).toBe(200)
    expect(await verify(await requestOf(proof, { origin: 'https://any.example.net' }), { from: null })).toMatchObject(
      notHere,
    )
  })

  it('does not include a request with an opaque origin', async () => {
    expect(await verify(await requestOf(await walletOf('EVM')), { from: 'null' })).toMatchObject(notHere)
  })
})

describe('a text that a wallet of Aptos composed', () => {
  const composed = (address: string, nonce: string, chainId = 1) =>
    [
      'APTOS',
      `address: ${address}`,
      `application: ${origin}`,
      `chainId: ${chainId}`,
      'message: Sign in.',
      `nonce: ${nonce}`,
    ].join('\n')

  it('signs in once, for its own site, account and network', async () => {
    const [wallet, other] = [await walletOf('APTOS'), await walletOf('APTOS')]
    const messageToSign = composed(wallet.address, await newNonce())
    const request = await requestOf(wallet, { messageToSign })
    expect(await verify(request, { from: 'https://evil.example.net' })).toMatchObject(notHere)
    expect(
      await verify(await requestOf(wallet, { messageToSign: composed(other.address, await newNonce()) })),
    ).toMatchObject(notSigned)
    expect(
      await verify(await requestOf(wallet, { messageToSign: composed(wallet.address, await newNonce(), 77) })),
    ).toMatchObject(notHere)
    expect(await verify(request)).toMatchObject({ status: 200, user: { newUser: true } })
    expect(await verify(request)).toMatchObject(notHere)
  })
})

describe('a wallet that cannot sign in', () => {
  /** Changes what the mock keeps of its one wallet and credential. */
  function change(table: 'wallets' | 'credentials', values: object) {
    const state = mock.export()
    const [record] = state.tables[table] as object[]
    mock.import({ ...state, tables: { ...state.tables, [table]: [{ ...record, ...values }] } })
  }

  it('is refused while its credential may not be used to sign in', async () => {
    const wallet = await walletOf('EVM')
    await verify(await requestOf(wallet))
    change('credentials', { signInEnabled: false })
    expect(await verify(await requestOf(wallet))).toMatchObject(notHere)
  })

  it('stays with its user if it is embedded', async () => {
    const wallet = await walletOf('EVM')
    const { user } = await verify(await requestOf(wallet))
    change('wallets', { provider: 'embeddedWallet' })
    const call = async (path: string, as: string, body: object) => {
      const { headers } = await mock.signIn(as)
      const url = `${mock.baseUrl}/api/v0/sdk/${environments().sandbox.id}/verify/${path}`
      const reply = await mock.fetch(url, {
        method: 'POST',
        headers: { ...headers, origin, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: reply.status, ...((await reply.json()) as object) }
    }
    const { id } = await mock.create.user({ email: 'ada@example.com' })
    expect(await call('transfer', id, await requestOf(wallet, { skipEmptyAccountCheck: true }))).toMatchObject({
      status: 422,
      code: 'reassign_wallet_error',
    })
    expect(
      await call('unlink', String(user?.id), { verifiedCredentialId: user?.verifiedCredentials[0]?.id }),
    ).toMatchObject({ status: 422, code: 'invalid_unlink_request' })
  })
})
