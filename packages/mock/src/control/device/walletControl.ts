import { chains } from '@latchkey/crypto/chainAddresses'
import { loadChain } from '@latchkey/crypto/chainSignatures'
import type { Signer } from '@latchkey/crypto/walletSignature'
import type { components } from '@latchkey/types'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { mainNetworkOf } from '../../domain/chains/chainNetworks.ts'
import { putAccountKeys, putContractWallet } from '../../outside/simulatedChains.ts'
import { transact, type World } from '../../world/world.ts'
import { type SignInText, writeSignInText } from './signInTexts.ts'

type Schemas = components['schemas']
type Chain = Schemas['ChainEnum']

interface TestWalletOptions {
  /** A kind of account of the chain: `contract` on EVM chains, `p2tr` on Bitcoin… @default the chain's first kind */
  readonly kind?: string | undefined
  /** 32 bytes in hex. The same secret makes the same wallet. @default a secret from the mock's randomness */
  readonly secret?: string | undefined
}

/** Fields of a sign-in message; the wallet adds the rest. Instants are RFC 3339. */
export interface TestMessage extends Partial<Omit<SignInText, 'address' | 'nonce'>> {
  /** From `nonces.create`. */
  readonly nonce: string
  /** Origin of the site, from which domain and URI follow. @default 'https://app.example.com' */
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
  /** Signs a message. The signature has the form of the chain's wallets. */
  sign(message: string): Promise<string>
  /** The sign-in message of the chain, by default issued now and for the chain's main network. */
  message(input: TestMessage): string
  /**
   * The body of `walletSignIn.verify` with a signed message. Fields that are not part of the message go into the body.
   */
  request(input: TestMessage & Partial<Schemas['VerifyRequest']>): Promise<Schemas['VerifyRequest']>
}

/** Creates wallets by chain: `await mock.wallets.evm()`, and registers them on the simulated chain where needed. */
export type Wallets = { readonly [C in Chain as Lowercase<C>]: (options?: TestWalletOptions) => Promise<TestWallet> }

export function createWallets(world: World): Wallets {
  const makers = chains.map((chain) => [
    chain.toLowerCase(),
    (options?: TestWalletOptions) => createWallet(world, chain, options),
  ])
  return Object.fromEntries(makers) as Wallets
}

/** @throws TypeError for a secret that is not 32 bytes of hex, RangeError for a kind that the chain does not have */
async function createWallet(
  world: World,
  chain: Chain,
  { kind, secret: secretText }: TestWalletOptions = {},
): Promise<TestWallet> {
  if (secretText !== undefined && !/^(0x)?[\da-f]{64}$/i.test(secretText))
    throw new TypeError('Failed to make a wallet: a secret is 32 bytes in hex.')
  const secret = secretText === undefined ? world.random.bytes(32) : hexToBytes(secretText.slice(-64))
  const [signatures, { formatSignInMessage }] = await Promise.all([
    loadChain(chain),
    import('@latchkey/crypto/signInMessage'),
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

/** Fields of a request besides its message. */
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

/** Registers an account on the simulated chain, if its kind needs it and the chain does not have it. */
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
