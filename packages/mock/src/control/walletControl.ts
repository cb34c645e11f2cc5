import type { components } from '@latchkey/types'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { loadChain } from '../crypto/chainSignatures.ts'
import type { Signer } from '../crypto/walletSignature.ts'
import { putAccountKeys, putContractWallet } from '../outside/chains.ts'
import { mainNetworkOf } from '../domain/chains/chainNetworks.ts'
import { transact, type World } from '../world.ts'
import { type SignInText, writeSignInText } from './signInTexts.ts'

type Schemas = components['schemas']
type Chain = Schemas['ChainEnum']

interface TestWalletOptions {
  /** Which of the chain's kinds of account: `contract` on EVM chains, `p2tr` on Bitcoin… @default the chain's first */
  readonly kind?: string
  /** 32 bytes in hex. The same secret makes the same wallet. @default a secret of the mock's own chance */
  readonly secret?: string
}

/** What a test says of a message; the wallet knows the rest. Instants are RFC 3339. */
export interface TestMessage extends Partial<Omit<SignInText, 'address' | 'nonce'>> {
  /** From `nonces.create`. */
  readonly nonce: string
  /** Origin of the site that asks, from which domain and URI follow. @default 'https://app.example.com' */
  readonly origin?: string
  /** @default the wallet's own address */
  readonly address?: string
}

/** A wallet of one of the chains, with its key. */
export interface TestWallet {
  readonly chain: Chain
  readonly address: string
  readonly publicKey: string
  /** 32 bytes in hex. */
  readonly secret: string
  /** Signs a message, and gives the signature in the form in which wallets of the chain give it. */
  sign(message: string): Promise<string>
  /** The chain's own sign-in message, issued now and for the chain's main network unless it is told otherwise. */
  message(input: TestMessage): string
  /** A signed message as `walletSignIn.verify` takes it; what is no part of the message goes into the body. */
  request(input: TestMessage & Partial<Schemas['VerifyRequest']>): Promise<Schemas['VerifyRequest']>
}

/** Makes wallets, by chain: `await mock.wallets.evm()`. What the pretended chain has to know of them, it knows. */
export type Wallets = { readonly [C in Chain as Lowercase<C>]: (options?: TestWalletOptions) => Promise<TestWallet> }

const chains: Record<Chain, true> = {
  ETH: true,
  EVM: true,
  FLOW: true,
  SOL: true,
  ALGO: true,
  STARK: true,
  COSMOS: true,
  BTC: true,
  ECLIPSE: true,
  SUI: true,
  SPARK: true,
  TRON: true,
  APTOS: true,
  TON: true,
}

export function createWallets(world: World): Wallets {
  const makers = Object.keys(chains).map((chain) => [
    chain.toLowerCase(),
    (options?: TestWalletOptions) => createWallet(world, chain as Chain, options),
  ])
  return Object.fromEntries(makers) as Wallets
}

/** @throws TypeError for a secret that is not 32 bytes of hex, RangeError for a kind that the chain does not have */
async function createWallet(
  world: World,
  chain: Chain,
  { kind, secret: given }: TestWalletOptions = {},
): Promise<TestWallet> {
  if (given !== undefined && !/^(0x)?[\da-f]{64}$/i.test(given))
    throw new TypeError('Failed to make a wallet: a secret is 32 bytes in hex.')
  const secret = given === undefined ? world.random.bytes(32) : hexToBytes(given.slice(-64))
  const [signatures, { formatSignInMessage }] = await Promise.all([
    loadChain(chain),
    import('../crypto/signInMessage.ts'),
  ])
  const signer = signatures.createSigner(secret, kind)
  await register(world, chain, signer)
  const { address, publicKey } = signer
  const sign = async (message: string) => signer.sign(message)
  const message = (input: TestMessage) =>
    writeSignInText(chain, textOf(world, { chain, address, input }), formatSignInMessage)
  return {
    chain,
    address,
    publicKey,
    secret: bytesToHex(secret),
    sign,
    message,
    async request(input) {
      const messageToSign = input.messageToSign ?? message(input)
      const body = Object.fromEntries(Object.entries(input).filter(([name]) => bodyFields.has(name)))
      const ready = {
        messageToSign,
        publicWalletAddress: address,
        chain,
        walletName: 'testwallet',
        walletProvider: 'browserExtension' as const,
      }
      return { ...ready, signedMessage: await sign(messageToSign), ...body }
    },
  }
}

/** What a request has besides its message. */
const bodyFields: ReadonlySet<string> = new Set<keyof Schemas['VerifyRequest']>([
  'signedMessage',
  'publicWalletAddress',
  'chain',
  'walletName',
  'walletProvider',
  'skipEmptyAccountCheck',
  'captchaToken',
  'network',
  'additionalWalletAddresses',
  'sessionPublicKey',
])

function textOf(
  world: World,
  { chain, address, input }: { chain: Chain; address: string; input: TestMessage },
): SignInText {
  const {
    origin = 'https://app.example.com',
    domain = new URL(origin).host,
    uri = input.domain === undefined ? origin : `https://${domain}`,
  } = input
  const { scheme, statement, expirationTime, notBefore, requestId, resources } = input
  const optional = { scheme, statement, expirationTime, notBefore, requestId, resources }
  return {
    domain,
    uri,
    address: input.address ?? address,
    chainId: input.chainId ?? mainNetworkOf(chain),
    nonce: input.nonce,
    issuedAt: input.issuedAt ?? world.clock.iso(),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
  }
}

/** Tells the pretended chain what it has to know of an account, unless it knows the account already. */
async function register(world: World, chain: Chain, { address, registered }: Signer): Promise<void> {
  if (!registered) return
  await transact(world, (backend) => {
    const { chains } = backend.outside
    if ('keys' in registered) {
      if (chains.accountKeys(chain, address).length === 0)
        putAccountKeys(backend, { chain, address, keys: registered.keys })
    } else if (!chains.contractWallet(address)) putContractWallet(backend, { address, ...registered.contractWallet })
  })
}
