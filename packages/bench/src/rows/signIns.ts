import { getBase58Encoder, verifySignature } from '@solana/kit'
import { createMock, type Mock } from '@latchkey/mock'
import { CompactSign, generateKeyPair } from 'jose'
import { recoverMessageAddress } from 'viem'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { medianOf } from '../measure.ts'
import { duration, type Row, timed } from '../row.ts'

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
      body: body && JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return text.startsWith('{') ? JSON.parse(text) : {}
  }
}

/** The call that exchanges the code and answers with the session, of somebody who has been there before. */
async function oauthSignIn(signing: 'RS256' | 'ES256'): Promise<number> {
  const mock = createMock({ signing })
  const call = caller(mock)
  await mock.create.provider({ provider: 'google' })
  await mock.idp.google?.addUser({ email: 'ada@example.com' })
  const prepare = async (i: number) => {
    const state = `state-of-the-round-trip-${i}`
    await call('/providers/google/initAuth', { state, redirectUrl: 'https://app.example.com/signed-in' })
    const { url = '' } = await call(`/providers/google/loginUrl?state=${state}`)
    const answer = await mock.fetch(`${url}&prompt=none&login_hint=ada@example.com`, { redirect: 'manual' })
    const back = new URL(answer.headers.get('location') ?? '')
    await mock.fetch(back)
    return { state, code: back.searchParams.get('code') }
  }
  return medianOf(count, prepare, (proof) => call('/providers/google/signIn', proof))
}

async function walletSignIn(name: 'evm' | 'sol') {
  const mock = createMock({ signing: 'ES256' })
  const call = caller(mock)
  const wallet = await mock.wallets[name]()
  const prepare = async () => wallet.request({ nonce: String((await call('/nonce')).nonce), origin })
  return { mock, prepare, median: await medianOf(count, prepare, (body) => call('/verify', body)) }
}

/** What the tokens alone cost: two signatures by jose, side by side. */
async function twoSignatures(alg: 'RS256' | 'ES256'): Promise<number> {
  const { privateKey } = await generateKeyPair(alg)
  const claims = new Uint8Array(1_200)
  const sign = () => new CompactSign(claims).setProtectedHeader({ alg }).sign(privateKey)
  return medianOf(
    count,
    async () => undefined,
    () => Promise.all([sign(), sign()]),
  )
}

export async function signIns(): Promise<Row[]> {
  const [rsa, rsaPeer] = [await oauthSignIn('RS256'), await twoSignatures('RS256')]
  const [ecdsa, ecdsaPeer] = [await oauthSignIn('ES256'), await twoSignatures('ES256')]
  const evm = await walletSignIn('evm')
  const evmPeer = await medianOf(count, evm.prepare, async ({ messageToSign, signedMessage }) => {
    const message = parseSiweMessage(messageToSign)
    const address = await recoverMessageAddress({ message: messageToSign, signature: signedMessage as `0x${string}` })
    if (!validateSiweMessage({ message, address, domain: new URL(origin).host }))
      throw new Error('viem refused the message.')
  })
  const sol = await walletSignIn('sol')
  const solPeer = await medianOf(count, sol.prepare, async ({ messageToSign, signedMessage, publicWalletAddress }) => {
    const [key, signature] = [publicWalletAddress, signedMessage].map(
      (text) => new Uint8Array(getBase58Encoder().encode(text)),
    ) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]
    const publicKey = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    if (!(await verifySignature(publicKey, signature as never, new TextEncoder().encode(messageToSign))))
      throw new Error('@solana/kit refused the signature.')
  })
  return [
    timed('sign-in by OAuth code, RS256 (p50)', rsa, `${duration(rsaPeer)} two RS256 signatures by jose alone`, 0.45),
    timed(
      'sign-in by OAuth code, ES256 (p50)',
      ecdsa,
      `${duration(ecdsaPeer)} two ES256 signatures by jose alone`,
      0.25,
    ),
    timed(
      'sign-in by EVM wallet, ES256 (p50)',
      evm.median,
      `${duration(evmPeer)} viem: message and signature alone`,
      1.6,
    ),
    timed(
      'sign-in by Solana wallet, ES256 (p50)',
      sol.median,
      `${duration(solPeer)} @solana/kit: signature alone`,
      1.4,
    ),
  ]
}
