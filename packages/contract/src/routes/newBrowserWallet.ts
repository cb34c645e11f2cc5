import * as z from 'zod'
import { chain, list } from '../commonSchemas.ts'

/** The id of an EVM chain. */
export const chainId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** A network of Aptos. */
export const aptosNetwork = z.object({
  name: z.string().describe('`mainnet`, `testnet`, `devnet`…'),
  chainId: z.int(),
  url: z.string().optional().describe('Of its node.'),
})

const account = z
  .strictObject({ chain, address: z.string(), secret: z.string() })
  .describe('A wallet of "POST wallets".')

/** The options of each wallet. */
const common = {
  accounts: z
    .union([z.int(), list(account)])
    .optional()
    .describe('Wallets of the chain, or how many are created. Default: 1.'),
  kind: z.string().optional().describe("The kind of the accounts that are created. Default: the chain's first kind."),
  name: z.string().optional().describe('As apps show it. Default: `Test wallet`.'),
  icon: z.string().optional().describe('A `data:` URL of an image.'),
  approval: z.enum(['automatic', 'manual']).optional().describe('Default: `automatic`.'),
  delay: z.number().optional().describe('Milliseconds until an automatic answer. Default: 0.'),
}

/** A network of Algorand: a public one, or one of your own. */
const algorandNetwork = z.union([
  z.enum(['mainnet', 'testnet']),
  z.strictObject({ genesisId: z.string(), genesisHash: z.string().describe('32 bytes in base64.') }),
])

const rdns = z.string().optional().describe('Reverse domain name. Default: `dev.latchkey.test`.')
const satsProvider = z.string().optional().describe('Where sats-connect finds it: `XverseProviders.BitcoinProvider`…')
const chains = list(z.string()).optional().describe('The chains that it announces: `solana:devnet`, `osmosis-1`…')
const windowKey = z.string().optional().describe('The property of the window at which apps find it.')

/** The chain of a new wallet, and the options that wallets of this chain have. */
export const newBrowserWallet = z.discriminatedUnion('chain', [
  z.strictObject({
    chain: z.enum(['EVM', 'ETH']).optional().describe('Default: `EVM`.'),
    ...common,
    rdns,
    windowEthereum: z.boolean().optional().describe('Whether pages find it at `window.ethereum`, too.'),
    marks: list(z.string()).optional().describe('Flags of the provider: `isMetaMask`…'),
    hardware: z.boolean().optional().describe('Whether its keys are in a hardware device, which is slow.'),
    chainId: chainId.optional().describe('The chain to begin with. Default: 1.'),
    chains: list(chainId).optional().describe('The chains that it knows. Default: each chain with a node.'),
    addresses: z.enum(['checksum', 'lowercase']).optional().describe('How it spells them. Default: `lowercase`.'),
  }),
  z.strictObject({ chain: z.enum(['SOL', 'ECLIPSE']), ...common, chains }),
  z.strictObject({ chain: z.enum(['BTC', 'SPARK']), ...common, providerId: satsProvider }),
  z.strictObject({ chain: z.literal('SUI'), ...common, chains }),
  z.strictObject({ chain: z.literal('APTOS'), ...common, network: aptosNetwork.optional() }),
  z.strictObject({ chain: z.literal('COSMOS'), ...common, chains, windowKey }),
  z.strictObject({
    chain: z.literal('TRON'),
    ...common,
    rdns,
    network: z.enum(['mainnet', 'shasta', 'nile']).optional(),
  }),
  z.strictObject({ chain: z.literal('TON'), ...common, windowKey, network: z.enum(['mainnet', 'testnet']).optional() }),
  z.strictObject({
    chain: z.literal('STARK'),
    ...common,
    windowKey,
    network: z.enum(['SN_MAIN', 'SN_SEPOLIA']).optional(),
  }),
  z.strictObject({
    chain: z.literal('ALGO'),
    ...common,
    windowKey,
    providerId: z.string().optional().describe('The id by which apps ask for it (ARC-0027): that of Kibisis…'),
    network: algorandNetwork.optional(),
  }),
  z.strictObject({ chain: z.literal('FLOW'), ...common }),
])

/** A field as one for all wallets. Its description says which wallets have it, unless all have it. */
function describeField(name: string): z.ZodType {
  const owners = newBrowserWallet.options.filter(({ shape }) => Object.hasOwn(shape, name))
  const fieldOf = (shape: object): z.ZodType => Reflect.get(shape, name)
  const fields = [...new Set(owners.map(({ shape }) => fieldOf(shape)))]
  const words = fields.map(({ description = '' }) => description)
  if (owners.length < newBrowserWallet.options.length)
    words.push(`Only for ${owners.flatMap(({ shape }) => chainsOf(shape.chain)).join(', ')}.`)
  // A union of one would read as a choice.
  const [field = z.never(), ...others] = fields
  const schema = others.length > 0 ? z.union([field, ...others]).optional() : field
  return schema.describe(words.filter(Boolean).join(' '))
}

function chainsOf(field: (typeof newBrowserWallet.options)[number]['shape']['chain']): readonly string[] {
  if (field instanceof z.ZodOptional) return field.unwrap().options
  return field instanceof z.ZodEnum ? field.options : [field.value]
}

/** The same as one object, for documents and tools that show its fields. */
export function describeNewBrowserWallet(): z.ZodObject {
  const { options } = newBrowserWallet
  const names = [...new Set(options.flatMap(({ shape }) => Object.keys(shape)))]
  const chains = options.flatMap(({ shape }) => chainsOf(shape.chain))
  return z.strictObject({
    ...Object.fromEntries(names.map((name) => [name, describeField(name)])),
    chain: z.enum(chains).optional().describe('Default: `EVM`.'),
  })
}
