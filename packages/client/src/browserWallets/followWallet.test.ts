import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Session } from '../session/session.ts'
import { createSessionWorld, type SessionWorld } from '../session/test/sessionWorld.ts'
import { linkWallet, signInWithWallet } from '../session/wallet.ts'
import type { WalletSource } from '../session/walletSource.ts'
import { type Eip1193Provider, fromEip1193 } from './eip1193.ts'
import { followWallet } from './followWallet.ts'

type TestWallet = Awaited<ReturnType<SessionWorld['mock']['wallets']['evm']>>

const domain = 'app.example.com'

/** A wallet with accounts of which one is selected; MetaMask lists that one first. */
function createProvider(wallets: readonly TestWallet[]) {
  const listeners = new Set<(accounts: string[]) => void>()
  let accounts = wallets.map(({ address }) => address.toLowerCase())
  const answers: Readonly<Record<string, (params: string[]) => unknown>> = {
    eth_requestAccounts: () => accounts,
    eth_accounts: () => accounts,
    eth_chainId: () => '0x1',
    personal_sign: ([data = '', address]) =>
      wallets
        .find((wallet) => wallet.address.toLowerCase() === address)
        ?.sign(Buffer.from(data.slice(2), 'hex').toString()),
  }
  const provider: Eip1193Provider = {
    request: async ({ method, params }) => answers[method]?.(params as string[]),
    on: (_, listener) => listeners.add(listener),
    removeListener: (_, listener) => listeners.delete(listener),
  }
  return {
    listeners,
    source: fromEip1193(provider),
    select(...selected: string[]) {
      accounts = selected.map((address) => address.toLowerCase())
      listeners.forEach((listener) => listener(accounts))
    },
  }
}

async function open() {
  const world = await createSessionWorld()
  const wallets = [await world.mock.wallets.evm(), await world.mock.wallets.evm()] as const
  const provider = createProvider(wallets)
  const session = world.open()
  await signInWithWallet(session, { domain, wallet: provider.source })
  return { world, session, provider, first: wallets[0].address, second: wallets[1].address }
}

function follow(session: Session, wallet: WalletSource, onSwitch?: (address: string | undefined) => unknown) {
  const end = followWallet(session, wallet, { onSwitch })
  onTestFinished(end)
  return end
}

/** Until everything that an event has started is done. */
const settle = async () => {
  for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve))
}

describe('a session that follows a wallet', () => {
  it('is signed out when the person selects an account that the user does not have', async () => {
    const { session, provider, first, second } = await open()
    follow(session, provider.source)
    provider.select(first)
    await settle()
    expect(session.state).toBe('signedIn')
    provider.select(second, first)
    await vi.waitFor(() => expect(session.state).toBe('signedOut'))
  })

  it('is signed out when the person disconnects the wallet', async () => {
    const { session, provider } = await open()
    follow(session, provider.source)
    provider.select()
    await vi.waitFor(() => expect(session.state).toBe('signedOut'))
  })

  it('is signed out when the account was switched while no page was open', async () => {
    const { session, provider, second } = await open()
    provider.select(second)
    follow(session, provider.source)
    await vi.waitFor(() => expect(session.state).toBe('signedOut'))
  })

  it('stays when the other account is linked as well', async () => {
    const { session, provider, first, second } = await open()
    await linkWallet(session, { domain, account: second, wallet: provider.source })
    const onSwitch = vi.fn()
    follow(session, provider.source, onSwitch)
    for (const address of [second, first]) provider.select(address)
    await settle()
    expect([onSwitch.mock.calls, session.state]).toEqual([[], 'signedIn'])
  })

  it('stays when the app handles the switch, and the app is told each one', async () => {
    const { session, provider, second } = await open()
    const onSwitch = vi.fn()
    follow(session, provider.source, onSwitch)
    provider.select(second)
    provider.select()
    await settle()
    expect([onSwitch.mock.calls, session.state]).toEqual([[[second.toLowerCase()], [undefined]], 'signedIn'])
  })

  it('hears of no switch while nobody is signed in, and of each one after the next sign-in', async () => {
    const { session, provider, first, second } = await open()
    await session.signOut()
    const onSwitch = vi.fn()
    follow(session, provider.source, onSwitch)
    provider.select(second)
    await settle()
    expect(onSwitch).not.toHaveBeenCalled()
    provider.select(first, second)
    await signInWithWallet(session, { domain, wallet: provider.source })
    provider.select(second)
    await settle()
    expect(onSwitch.mock.calls).toEqual([[second.toLowerCase()]])
  })

  it('hears of no switch when its user has no wallet of the chain', async () => {
    const { world, provider, second } = await open()
    const [session, solana] = [world.open(), await world.mock.wallets.sol()]
    const { address, sign } = solana
    const message = ({ nonce }: { nonce: string }) => solana.message({ nonce })
    await signInWithWallet(session, { address, chain: 'SOL', message, sign })
    const onSwitch = vi.fn()
    follow(session, provider.source, onSwitch)
    provider.select(second)
    await settle()
    expect([onSwitch.mock.calls, session.state]).toEqual([[], 'signedIn'])
  })

  it('hears nothing after its end, not even of what had begun before', async () => {
    const { session, provider, second } = await open()
    const onSwitch = vi.fn()
    const end = follow(session, provider.source, onSwitch)
    provider.select(second)
    end()
    await settle()
    expect([onSwitch.mock.calls, provider.listeners.size]).toEqual([[], 0])
  })

  it('reports what the app throws for a switch, as it does for a listener', async () => {
    const { session, provider, second } = await open()
    const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {})
    onTestFinished(() => console.mockRestore())
    const failure = new Error('The dialog cannot be shown.')
    follow(session, provider.source, () => Promise.reject(failure))
    provider.select(second)
    await vi.waitFor(() => expect(console.mock.calls).toEqual([[failure]]))
  })

  it('follows nothing with a wallet that reports no changes', async () => {
    const { session } = await open()
    const silent: WalletSource = { chain: 'EVM', prove: () => Promise.reject(new Error('Not asked.')) }
    expect(follow(session, silent)()).toBeUndefined()
  })
})
