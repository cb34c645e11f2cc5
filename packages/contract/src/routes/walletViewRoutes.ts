import {
  ProviderEntryPointVersionEnum,
  ProviderKernelVersionEnum,
  ThresholdSignatureScheme,
  WaasBackupOptionsEnum,
  WalletProviderEnum,
} from '@latchkey/types/zod'
import * as z from 'zod'
import { chain, list, queriedInteger } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

const offset = queriedInteger.min(0).optional()

const limit = queriedInteger.min(1).max(500).optional()

const text = z.string()

const networkId = z.number()

const instant = text

const kind = z.enum(['embedded', 'external', 'server', 'smart'])

const ledgerChain = z.enum(['EVM', 'SOL'])

const networkFields = { networkId, network: text }

const asset = z.object({
  kind: z.enum(['native', 'token', 'nft']),
  ...networkFields,
  contractAddress: text.optional(),
  tokenId: text.optional(),
  name: text,
  symbol: text,
  decimals: z.number(),
  amount: text,
})

const transaction = z.object({
  chain: ledgerChain,
  ...networkFields,
  hash: text,
  status: z.enum(['success', 'failed']),
  blockNumber: z.number(),
  createdAt: instant,
  from: text,
  to: text.optional(),
  symbol: text,
  value: text,
  fee: text,
  reason: text.optional(),
  transfers: list(
    z.object({
      kind: z.enum(['native', 'erc20', 'erc721', 'erc1155', 'spl']),
      contractAddress: text.optional(),
      tokenId: text.optional(),
      from: text.optional(),
      to: text.optional(),
      symbol: text,
      amount: text,
    }),
  ),
})

const pending = z.object({
  chain: z.enum(['EVM', 'SOL']),
  ...networkFields,
  hash: text,
  createdAt: instant,
  from: text,
  to: text.optional(),
  symbol: text,
  value: text,
  nonce: z.number().optional(),
})

const operation = z.object({
  ...networkFields,
  hash: text,
  createdAt: instant,
  sender: text,
  entryPoint: text.describe('Version, such as `0.7`.'),
  nonceKey: text,
  nonce: text,
  paymaster: text.optional(),
  delegation: text.optional(),
  symbol: text,
  maximumCost: text,
})

const wallet = z.object({
  id: text,
  createdAt: instant,
  environmentId: text,
  environment: text,
  userId: text.nullable(),
  owner: text.nullable(),
  name: text,
  chain,
  address: text,
  kind,
  provider: WalletProviderEnum,
  assets: list(asset),
  assetCount: z.number(),
})

const backup = z.object({
  location: WaasBackupOptionsEnum,
  isPasswordEncrypted: z.boolean(),
  createdAt: instant,
  markedAt: instant.nullable(),
})

/** The key of an embedded wallet, without any secret. */
export const walletKey = z.object({
  scheme: ThresholdSignatureScheme,
  curve: z.enum(['ed25519', 'secp256k1-bip340', 'secp256k1-ecdsa']),
  generation: z.number(),
  isImported: z.boolean(),
  shares: list(
    z.object({
      keygenId: text,
      side: z.enum(['client', 'server', 'delegated', 'external']),
      retiredAt: instant.nullable(),
      backups: list(backup),
    }),
  ),
  otherBackups: list(backup),
})

const smartWallet = z.object({
  signerWalletId: text,
  signerAddress: text.nullable(),
  kernelVersion: ProviderKernelVersionEnum.nullable(),
  entryPointVersion: ProviderEntryPointVersionEnum.nullable(),
  isDelegated: z.boolean(),
  factory: text.nullable(),
  factoryData: text.nullable(),
  deployedOn: list(networkId),
  paymaster: text.nullable(),
})

/** A room in which the parties of a wallet meet. */
export const walletRoom = z.object({
  id: text,
  createdAt: instant,
  expiresAt: instant,
  kind: z.enum(['keygen', 'import', 'sign', 'refresh', 'reshare', 'export']).nullable(),
  state: z.enum(['open', 'bound', 'running', 'completed', 'failed', 'expired']),
  opener: z.enum(['user', 'delegate', 'server']),
  signatureKind: text.nullable(),
  digest: text.nullable(),
  failure: text.nullable(),
})

/** The routes that show wallets and the simulated chains as a whole. */
export const walletViewRoutes = {
  'GET wallets': {
    summary: 'A page of the wallets of all users and servers, newest first, with what they hold',
    input: z.strictObject({
      search: text.optional(),
      userId: text.optional(),
      chain: chain.optional(),
      environmentId: text.optional(),
      kind: kind.optional(),
      offset,
      limit,
    }),
    output: z.object({ count: z.number(), wallets: z.array(wallet) }),
  },
  'GET wallets/details': {
    summary: 'A wallet, with the places of its key shares, its rooms, delegations and policy violations',
    input: z.strictObject({ walletId: text }),
    output: z.object({
      wallet,
      key: walletKey.nullable(),
      smartWallet: smartWallet.nullable(),
      signsFor: list(z.object({ id: text, address: text })),
      rooms: list(walletRoom),
      delegations: list(
        z.object({
          createdAt: instant,
          kid: text.nullable(),
          deliveredAt: instant.nullable(),
          revokedAt: instant.nullable(),
        }),
      ),
      violations: list(
        z.object({
          createdAt: instant,
          violation: text,
          rule: text.nullable(),
          participants: list(text),
        }),
      ),
    }),
  },
  'GET chain/networks': {
    summary: 'The networks of the simulated chains, with the number of the latest block',
    output: z.object({
      networks: z.array(
        z.object({
          chain: ledgerChain,
          networkId,
          name: text,
          symbol: text,
          kind: z.enum(['main', 'test', 'custom', 'unknown']),
          decimals: z.number(),
          height: z.number(),
          latestBlockAt: instant.nullable(),
          automine: z.boolean(),
          rpcUrl: text.nullable(),
        }),
      ),
    }),
  },
  'GET chain/sockets': {
    summary: 'The WebSockets of chains that are open, with their subscriptions',
    output: z.object({
      sockets: z.array(
        z.object({
          socketId: text,
          chain: ledgerChain,
          network: text,
          openedAt: instant,
          calls: z.number(),
          subscriptions: list(z.object({ id: z.union([text, z.number()]), method: text, params: text })),
        }),
      ),
    }),
  },
  'GET chain/address': {
    summary: 'What an address holds on all networks, and the latest transactions that touch it',
    input: z.strictObject({ address: text, chain: chain.optional(), limit }),
    output: z.object({
      chain,
      address: text,
      isInLedger: z.boolean(),
      assets: list(asset),
      pending: list(pending),
      operations: list(operation),
      transactions: list(transaction),
    }),
  },
  'GET chain/latest': {
    summary: 'The latest blocks and transactions of the simulated chains, newest first',
    input: z.strictObject({ chain: ledgerChain.optional(), networkId: queriedInteger.min(0).optional(), limit }),
    output: z.object({
      blocks: z.array(
        z.object({
          chain: ledgerChain,
          ...networkFields,
          number: z.number(),
          hash: text,
          createdAt: instant,
          transactions: z.number(),
        }),
      ),
      transactions: z.array(transaction),
      pending: z.array(pending),
      operations: z.array(operation),
    }),
  },
} satisfies ControlRoutes
