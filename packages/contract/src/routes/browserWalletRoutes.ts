import * as z from 'zod'
import { list, waitingTime } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'
import { aptosNetwork, chainId, describeNewBrowserWallet, newBrowserWallet } from './newBrowserWallet.ts'

const wallet = { walletId: z.string() }
const request = { ...wallet, requestId: z.int() }

const walletRequest = z.object({
  id: z.int(),
  kind: z.enum(['asset', 'calls', 'chain', 'connect', 'message', 'signIn', 'transaction', 'typedData', 'unlock']),
  origin: z.string().describe('Of the page.'),
  method: z.string(),
  params: z.unknown(),
  status: z.enum(['approved', 'open', 'refused', 'withdrawn']),
  account: z.string().optional().describe('The account that signs or sends.'),
  chainId: z.int().optional(),
  text: z.string().optional().describe('The text of a message. Absent for bytes that are not text.'),
  typedData: z.unknown().optional(),
  transactions: list(
    z.object({ to: z.string().optional(), value: z.string(), data: z.string().optional() }),
  ).optional(),
  grants: list(z.object({ to: z.string(), asset: z.string(), amount: z.string() }))
    .optional()
    .describe('Who gets what by the transactions.'),
  chain: z.string().optional().describe('As its wallets name it: `solana:devnet`, `osmosis-1`.'),
  solanaTransactions: list(
    z.object({
      version: z.union([z.literal('legacy'), z.literal(0)]),
      feePayer: z.string(),
      instructions: list(
        z.object({
          program: z.string(),
          name: z.string().optional(),
          accounts: z.record(z.string(), z.string()),
          fields: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  ).optional(),
  actions: list(z.object({ name: z.string(), fields: z.record(z.string(), z.unknown()) }))
    .optional()
    .describe('The parts of a transaction of Cosmos, Tron, TON or Starknet.'),
  terms: z.record(z.string(), z.unknown()).optional().describe('What holds for all of these parts: fee, memo…'),
  bitcoinTransactions: list(
    z.object({
      inputs: list(
        z.object({
          outpoint: z.string(),
          address: z.string().optional(),
          amount: z.string().optional(),
          isSigned: z.boolean(),
        }),
      ),
      outputs: list(z.object({ address: z.string().optional(), amount: z.string() })),
      fee: z.string().optional(),
    }),
  ).optional(),
  aptosTransaction: z
    .object({
      sender: z.string(),
      sequenceNumber: z.string(),
      payload: z.object({
        kind: z.string(),
        function: z.string().optional(),
        typeArguments: list(z.string()).optional(),
        arguments: list(z.string()).optional(),
      }),
      maxGasAmount: z.string(),
      gasUnitPrice: z.string(),
      expiresAtSeconds: z.number(),
      chainId: z.int(),
      feePayer: z.string().optional(),
      secondarySigners: list(z.string()).optional(),
    })
    .optional(),
  suiTransaction: z
    .object({
      sender: z.string(),
      gasOwner: z.string(),
      gasBudget: z.string(),
      commands: list(z.object({ name: z.string(), fields: z.record(z.string(), z.unknown()) })),
    })
    .optional(),
})

const details = z.object({
  ...wallet,
  name: z.string(),
  chain: z.string().describe('`EVM`, `SOL`…'),
  accounts: list(z.string()).describe('The selected account first.'),
  connections: list(z.string()).describe('The origins of the pages that have access to accounts.'),
  isLocked: z.boolean(),
  approval: z.enum(['automatic', 'manual']).describe('How requests are answered that no test waits for.'),
  chainId: z.int().optional().describe('Of the EVM chain that the wallet is on.'),
  offline: z
    .union([z.boolean(), list(z.int())])
    .optional()
    .describe('Whether the network is away, or the ids of the EVM chains whose nodes are.'),
  network: aptosNetwork.optional().describe('The network of Aptos that the wallet is on.'),
  requests: list(walletRequest),
})

/** The facts of a wallet that the script puts into pages. */
const shown = { id: z.string(), name: z.string(), icon: z.string() }
const card = z.discriminatedUnion('family', [
  z.object({
    ...shown,
    family: z.literal('eip1193'),
    rdns: z.string(),
    isDefault: z.boolean(),
    marks: list(z.string()),
  }),
  z.looseObject({ ...shown, family: z.enum(['aptos', 'bitcoin', 'injected', 'standard']) }),
])

/** The wallets that stand in pages, and the person who answers there. */
export const browserWalletRoutes = {
  'POST wallets/browser': {
    summary: 'Creates a wallet that stands in pages, as an extension of the browser does',
    input: newBrowserWallet,
    described: describeNewBrowserWallet,
    output: z.object({
      ...wallet,
      name: z.string(),
      chain: z.string(),
      card,
      pagesUrl: z.string().describe('Where pages reach it, for programs that inject a script of their own.'),
    }),
  },
  'GET wallets/browser': {
    summary: 'The wallets in pages, with their open requests',
    output: z.object({ wallets: list(details) }),
  },
  'GET wallets/browser/details': {
    summary: 'A wallet in pages, with all of its requests',
    input: z.strictObject(wallet),
    output: details.extend({
      assets: list(z.object({ type: z.string() }).loose()).describe('The tokens that the person keeps in view.'),
    }),
  },
  'GET wallets/browser/script': {
    summary: 'The script that puts the wallets into a page, to inject before its own scripts',
    output: z.object({ script: z.string() }),
  },
  'POST wallets/browser/nextRequest': {
    summary: 'Waits for a request of a page, and keeps it open until it is answered',
    input: z.strictObject({
      ...wallet,
      timeoutMs: waitingTime
        .optional()
        .describe('How long to wait, in milliseconds. Default: 30000. Answers 400 when no page has asked by then.'),
    }),
    output: walletRequest,
  },
  'POST wallets/browser/approve': {
    summary: 'Says yes to a request of a page',
    input: z.strictObject({
      ...request,
      accounts: z.array(z.string()).optional().describe('The accounts that the page gets access to. All by default.'),
    }),
    output: undefined,
  },
  'POST wallets/browser/refuse': {
    summary: 'Says no to a request of a page',
    input: z.strictObject(request),
    output: undefined,
  },
  'POST wallets/browser/refuseNext': {
    summary: 'Refuses the next requests',
    input: z.strictObject({ ...wallet, count: z.number().optional() }),
    output: undefined,
  },
  'POST wallets/browser/approval': {
    summary: 'Changes how and when requests are answered that no test waits for',
    input: z.strictObject({
      ...wallet,
      approval: z.enum(['automatic', 'manual']).optional(),
      delay: z.number().optional().describe('In milliseconds.'),
    }),
    output: undefined,
  },
  'POST wallets/browser/lock': {
    summary: 'Locks the wallet: pages see no account',
    input: z.strictObject(wallet),
    output: undefined,
  },
  'POST wallets/browser/unlock': {
    summary: 'Unlocks the wallet, also for a page that waits for it',
    input: z.strictObject(wallet),
    output: undefined,
  },
  'POST wallets/browser/switch': {
    summary: 'Selects another account, chain or network, as the person does in the wallet',
    input: z.strictObject({
      ...wallet,
      account: z.string().optional(),
      chainId: chainId.optional().describe('Of wallets of EVM chains.'),
      network: aptosNetwork.optional().describe('Of wallets of Aptos.'),
    }),
    output: undefined,
  },
  'POST wallets/browser/offline': {
    summary: 'Takes the network away, of the whole wallet or of some chains, or brings it back',
    input: z.strictObject({ ...wallet, offline: z.union([z.boolean(), list(chainId)]) }),
    output: undefined,
  },
  'POST wallets/browser/disconnect': {
    summary: 'Takes access to the accounts away from the pages of an origin, or of all origins',
    input: z.strictObject({ ...wallet, origin: z.string().optional() }),
    output: undefined,
  },
  'POST wallets/browser/remove': {
    summary: 'Removes the wallet from all pages, as a person removes an extension',
    input: z.strictObject(wallet),
    output: undefined,
  },
} satisfies ControlRoutes
