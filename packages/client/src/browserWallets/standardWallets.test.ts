import { describe, expect, it, onTestFinished } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSessionWorld } from '../session/test/sessionWorld.ts'
import { signInWithWallet } from '../session/wallet.ts'
import type { WalletSource } from '../session/walletSource.ts'
import { fromAptosWallet } from './aptos.ts'
import { fromBitcoinWallet } from './bitcoin.ts'
import { fromSatsConnect, type SatsConnectProvider } from './satsConnect.ts'
import type { StandardWallet } from './standard.ts'
import { fromSuiWallet } from './sui.ts'
import { followed } from './test/describeSource.ts'

// Wallets of the Wallet Standard, and sats-connect's provider of the same wallet. `injectedWallets.test.ts` has those
// that are objects of the page.

const site = { domain: 'app.example.com' }

/** A window, as far as wallets use it. */
class TestPage extends EventTarget {
  readonly location = { origin: 'https://app.example.com' }
  readonly CustomEvent = CustomEvent
  readonly BitcoinProvider?: SatsConnectProvider
}

/** The wallet that a page finds by the Wallet Standard. */
function standardWallet(page: TestPage): StandardWallet {
  const wallets: StandardWallet[] = []
  const register = (wallet: StandardWallet) => {
    wallets.push(wallet)
    return () => {}
  }
  page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  const [wallet] = wallets
  return wallet ?? expect.fail('The page has no wallet.')
}

function bitcoinProvider({ BitcoinProvider }: TestPage): SatsConnectProvider {
  return BitcoinProvider ?? expect.fail('The page has no provider.')
}

interface Subject {
  readonly options: { readonly chain: 'APTOS' | 'BTC' | 'SUI'; readonly kind?: string; readonly providerId?: string }
  source(page: TestPage): WalletSource
}

const bitcoin = { chain: 'BTC', providerId: 'BitcoinProvider' } as const

const subjects: Readonly<Record<string, Subject>> = {
  'Bitcoin, by the Wallet Standard': {
    options: bitcoin,
    source: (page) => fromBitcoinWallet(standardWallet(page)),
  },
  'Bitcoin at an address for ordinals': {
    options: bitcoin,
    source: (page) => fromBitcoinWallet(standardWallet(page), { purpose: 'ordinals' }),
  },
  'Bitcoin at an address of P2SH, by sats-connect': {
    options: { ...bitcoin, kind: 'p2sh-p2wpkh' },
    source: (page) => fromSatsConnect(bitcoinProvider(page)),
  },
  'Bitcoin at an address of the oldest kind, by sats-connect': {
    options: { ...bitcoin, kind: 'p2pkh' },
    source: (page) => fromSatsConnect(bitcoinProvider(page)),
  },
  Sui: {
    options: { chain: 'SUI' },
    source: (page) => fromSuiWallet(standardWallet(page)),
  },
  'Sui with a key of secp256r1': {
    options: { chain: 'SUI', kind: 'secp256r1' },
    source: (page) => fromSuiWallet(standardWallet(page)),
  },
  Aptos: {
    options: { chain: 'APTOS' },
    source: (page) => fromAptosWallet(standardWallet(page)),
  },
  'Aptos with a single key of secp256k1': {
    options: { chain: 'APTOS', kind: 'singleKeySecp256k1' },
    source: (page) => fromAptosWallet(standardWallet(page)),
  },
}

describe.each(Object.entries(subjects))('a wallet in the page of %s', (_, { options, source: sourceOf }) => {
  async function open() {
    const world = await createSessionWorld()
    const page = new TestPage()
    const wallet = await world.mock.wallets.browser<'APTOS' | 'BTC' | 'SUI'>({ ...options, accounts: 2 })
    onTestFinished(wallet.install(page))
    return { world, session: world.open(), wallet, source: sourceOf(page) }
  }

  it('signs in, by questions that a person reads', async () => {
    const { session, wallet, source } = await open()
    await signInWithWallet(session, { ...site, wallet: source })
    expect(session.state).toBe('signedIn')
    const [connecting, ...others] = wallet.requests
    expect([connecting?.kind, others.length]).toEqual(['connect', 1])
    expect(others[0]?.text).toContain('app.example.com')
  })

  it('fails as cancelled, whether the person refuses access or the signature', async () => {
    const { world, session, wallet, source } = await open()
    for (const refusals of [1, 0]) {
      wallet.refuseNext(refusals)
      const asked = refusals === 0 ? wallet.nextRequest() : undefined
      const signingIn = rejection(signInWithWallet(session, { ...site, wallet: source }))
      if (asked) {
        ;(await asked).approve()
        wallet.refuseNext()
      }
      expect(await signingIn).toMatchObject({ name: 'SignInError', reason: 'cancelled' })
    }
    expect([session.state, new Set(world.sent)]).toEqual(['signedOut', new Set(['/nonce'])])
  })

  it('tells which account the person selects, and that the page has been forgotten', async () => {
    const { session, wallet, source } = await open()
    await signInWithWallet(session, { ...site, wallet: source })
    const [first, second = ''] = wallet.accounts
    const calls = followed(source, () => {
      wallet.switchAccount(second)
      wallet.switchAccount(first ?? '')
      wallet.disconnect()
    })
    const signedIn = session.user?.verifiedCredentials[0]?.address
    expect(calls.slice(-3)).toEqual([[expect.not.stringMatching(String(signedIn))], [signedIn], [undefined]])
  })
})
