import { createMock, type Mock } from '@latchkey/mock'
import { getBase58Encoder, type SignatureBytes, verifySignature } from '@solana/kit'
import { CompactSign, generateKeyPair } from 'jose'
import { recoverMessageAddress } from 'viem'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { mediansOf, prepared } from '../measure.ts'
import { ratio, type Row } from '../row.ts'

const origin = 'https://app.example.com'
/** Sign-ins per row; so many that the code is compiled by the time that counts. */
const count = 1_200

/** Calls an operation below the sandbox's sign-in URL. */
function caller(mock: Mock) {
  const base = `${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}`
  return async (path: string, body?: object): Promise<Record<string, string>> => {
    const response = await mock.fetch(base + path, {
      method: body ? 'POST' : 'GET',
      headers: { origin, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return text.startsWith('{') ? JSON.parse(text) : {}
  }
}

/** The call that exchanges the code and answers with the session, of somebody who has been there before. */
async function oauthSignIn(signing: 'RS256' | 'ES256') {
  const mock = createMock({ signing })
  const call = caller(mock)
  await mock.create.provider({ provider: 'google' })
  await mock.idp.google?.addUser({ email: 'ada@example.com' })
  const roundTrip = async (i: number) => {
    const state = `state-of-the-round-trip-${i}`
    await call('/providers/google/initAuth', { state, redirectUrl: 'https://app.example.com/signed-in' })
    const { url = '' } = await call(`/providers/google/loginUrl?state=${state}`)
    const answer = await mock.fetch(`${url}&prompt=none&login_hint=ada@example.com`, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    await mock.fetch(back)
    return { state, code: back.searchParams.get('code') }
  }
  return prepared(roundTrip, (proof) => call('/providers/google/signIn', proof))
}

/** Measures only the tokens: two signatures by jose, side by side. */
async function twoSignatures(alg: 'RS256' | 'ES256') {
  const { privateKey } = await generateKeyPair(alg)
  const claims = new Uint8Array(1_200)
  const sign = () => new CompactSign(claims).setProtectedHeader({ alg }).sign(privateKey)
  return prepared(
    () => undefined,
    () => Promise.all([sign(), sign()]),
  )
}

async function walletSignIn(name: 'evm' | 'sol', verify: (proof: WalletProof) => Promise<void>) {
  const mock = createMock({ signing: 'ES256' })
  const call = caller(mock)
  const wallet = await mock.wallets[name]()
  const prove = async () => wallet.request({ nonce: String((await call('/nonce')).nonce), origin })
  return mediansOf(count, {
    ours: prepared(prove, (proof) => call('/verify', proof)),
    peer: prepared(prove, verify),
  })
}

type WalletProof = Awaited<ReturnType<Awaited<ReturnType<Mock['wallets']['evm']>>['request']>>

async function verifyByViem({ messageToSign, signedMessage }: WalletProof): Promise<void> {
  const message = parseSiweMessage(messageToSign)
  const address = await recoverMessageAddress({ message: messageToSign, signature: signedMessage as `0x${string}` })
  if (!validateSiweMessage({ message, address, domain: new URL(origin).host }))
    throw new Error('viem refused the message.')
}

async function verifyBySolanaKit({ messageToSign, signedMessage, publicWalletAddress }: WalletProof): Promise<void> {
  const [key, signature] = [publicWalletAddress, signedMessage].map(
    (text) => new Uint8Array(getBase58Encoder().encode(text)),
  ) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]
  const publicKey = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
  if (!(await verifySignature(publicKey, signature as SignatureBytes, new TextEncoder().encode(messageToSign))))
    throw new Error('@solana/kit refused the signature.')
}

interface WalletComparison {
  readonly chain: string
  readonly name: 'evm' | 'sol'
  readonly verify: (proof: WalletProof) => Promise<void>
  readonly peer: string
  readonly limit: number
}

export async function signIns(): Promise<Row[]> {
  const byCode = async (alg: 'RS256' | 'ES256', limit: number) =>
    ratio({
      what: `sign-in by OAuth code, ${alg}`,
      ...(await mediansOf(count, { ours: await oauthSignIn(alg), peer: await twoSignatures(alg) })),
      name: `only two ${alg} signatures by jose`,
      limit,
    })
  const byWallet = async ({ chain, name, verify, peer, limit }: WalletComparison) =>
    ratio({ what: `sign-in by ${chain} wallet, ES256`, ...(await walletSignIn(name, verify)), name: peer, limit })
  return [
    await byCode('RS256', 2),
    await byCode('ES256', 3.2),
    await byWallet({
      chain: 'EVM',
      name: 'evm',
      verify: verifyByViem,
      peer: 'viem: only message and signature',
      limit: 1.5,
    }),
    await byWallet({
      chain: 'Solana',
      name: 'sol',
      verify: verifyBySolanaKit,
      peer: '@solana/kit: only message and signature',
      limit: 3.2,
    }),
  ]
}
