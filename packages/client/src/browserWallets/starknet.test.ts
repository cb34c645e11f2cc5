import { expect, it, vi } from 'vitest'
import { rejection } from '../../test/serve.ts'
import { createSessionWorld } from '../session/test/sessionWorld.ts'
import { signInWithWallet } from '../session/wallet.ts'
import { fromStarknetWallet, type StarknetWallet } from './starknet.ts'
import { describeSource, followed, type Signing, type TestWallet } from './test/describeSource.ts'

const site = { domain: 'app.example.com', statement: 'Sign in to Example.' }
const honest: Signing = (reply) => reply()

/** `SN_MAIN`, as wallets write it. */
const mainNetwork = '0x534e5f4d41494e'
/** How wallets spell the numbers of a signature: with zeros before them, in capitals, or in decimal. */
const spellings: Readonly<Record<string, (felt: string) => string>> = {
  'hex with zeros': (felt) => `0x${felt.slice(2).padStart(64, '0')}`,
  'hex in capitals': (felt) => `0x${felt.slice(2).toUpperCase()}`,
  decimal: (felt) => BigInt(felt).toString(),
}

/** An object as `@starknet-io/types-js` types it (`StarknetWindowObject`). */
function createWallet(wallet: TestWallet, signing: Signing, spell = (felt: string) => felt) {
  const listeners = new Set<(accounts?: string[]) => void>()
  const signTypedData = vi.fn((params: unknown) =>
    signing(async () => (JSON.parse(await wallet.sign(JSON.stringify(params))) as string[]).map(spell)),
  )
  const calls: Readonly<Record<string, (params: unknown) => unknown>> = {
    wallet_requestAccounts: () => [wallet.address],
    wallet_requestChainId: () => mainNetwork,
    wallet_signTypedData: signTypedData,
  }
  const object: StarknetWallet = {
    name: 'Ready',
    request: async ({ type, params }) => calls[type]?.(params),
    on: (_, listener) => listeners.add(listener),
    off: (_, listener) => listeners.delete(listener),
  }
  return { object, signTypedData, tell: (accounts?: string[]) => listeners.forEach((each) => each(accounts)) }
}

for (const [name, spell] of Object.entries(spellings))
  describeSource(`a wallet of Starknet that signs in ${name}`, {
    chain: 'stark',
    create: (wallet, signing) => fromStarknetWallet(createWallet(wallet, signing, spell).object),
    walletName: 'ready',
    refusal: { code: 113, message: 'An error occurred (USER_REFUSED_OP)' },
    malformed: [undefined, []],
  })

it('a wallet of Starknet signs typed data with the fields of the message and the name of its network', async () => {
  const world = await createSessionWorld()
  const wallet = await world.mock.wallets.stark()
  const { object, signTypedData } = createWallet(wallet, honest)
  const options = { ...site, chainId: 'SN_MAIN', resources: ['https://example.com/a'] }
  await signInWithWallet(world.open(), { ...options, wallet: fromStarknetWallet(object) })
  expect(signTypedData.mock.calls).toMatchObject([
    [
      {
        primaryType: 'SignIn',
        domain: { chainId: 'SN_MAIN', revision: '1' },
        message: { ...site, uri: 'https://app.example.com', address: wallet.address, chainId: 'SN_MAIN' },
      },
    ],
  ])
})

it.each(['SN_SEPOLIA', '0x534e5f5345504f4c4941'])(
  'a wallet of Starknet fails as wrong_chain on another network than %s',
  async (chainId) => {
    const world = await createSessionWorld()
    const { object, signTypedData } = createWallet(await world.mock.wallets.stark(), honest)
    const signingIn = signInWithWallet(world.open(), { ...site, chainId, wallet: fromStarknetWallet(object) })
    expect(await rejection(signingIn)).toMatchObject({ name: 'SignInError', reason: 'wrong_chain' })
    expect(signTypedData).not.toHaveBeenCalled()
  },
)

it.each(['0x0', '0x000'])('an account of Starknet is the same with other zeros before it: %s', async (start) => {
  const world = await createSessionWorld()
  const wallet = await world.mock.wallets.stark()
  const session = world.open()
  const account = wallet.address.replace(/^0x0*/, start).toUpperCase().replace('X', 'x')
  const source = fromStarknetWallet(createWallet(wallet, honest).object)
  await signInWithWallet(session, { ...site, account, wallet: source })
  expect(session.state).toBe('signedIn')
})

it('a wallet of Starknet tells which account is selected, and that there is none', async () => {
  const world = await createSessionWorld()
  const wallet = await world.mock.wallets.stark()
  const { object, tell } = createWallet(wallet, honest)
  expect(followed(fromStarknetWallet(object), () => tell([wallet.address]))).toEqual([[wallet.address]])
  expect(followed(fromStarknetWallet(object), () => tell())).toEqual([[undefined]])
})
