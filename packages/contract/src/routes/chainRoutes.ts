import { everyValue } from '@latchkey/base/everyValue'
import type { components } from '@latchkey/types'
import * as z from 'zod'
import { chain, entity, list } from '../commonSchemas.ts'
import type { ControlRoutes } from './controlRoute.ts'

type Schemas = components['schemas']

const account = z.strictObject({ address: z.string(), chain: chain.optional() })

const contract = { chain: chain.optional(), networkId: z.int(), contractAddress: z.string() }

const holder = z.strictObject({ owner: z.string(), ...contract })

const holding = z.object({
  ...entity,
  networkId: z.number(),
  contractAddress: z.string(),
  owner: z.string(),
  kind: z.enum(everyValue<Schemas['GateRuleType']>({ nft: true, token: true })),
  tokenId: z.string().optional(),
  amount: z.number(),
})

const accountKey = z.strictObject({
  index: z.int().min(0),
  publicKey: z.string(),
  signatureAlgorithm: z.enum(['ECDSA_P256', 'ECDSA_secp256k1']).optional(),
  hashAlgorithm: z.enum(['SHA2_256', 'SHA3_256']).optional(),
  weight: z.number().min(0).max(1000).optional(),
  isRevoked: z.boolean().optional(),
})

const farcaster = {
  username: z.string().optional(),
  displayName: z.string().optional(),
  photo: z.string().optional(),
}

/** The routes of `mock.chain` for holdings, accounts and names of addresses. */
export const chainRoutes = {
  'GET chain/holdings': {
    summary: 'What an address holds',
    input: z.strictObject({ owner: z.string(), chain: chain.optional() }),
    output: z.object({ holdings: z.array(holding) }),
  },
  'POST chain/nfts': {
    summary: 'Sets how many of an NFT an address holds',
    input: holder.extend({ tokenId: z.string().optional(), amount: z.number().positive().optional() }),
    output: holding,
  },
  'POST chain/balances': {
    summary: 'Sets how many whole tokens an address holds',
    input: holder.extend({ amount: z.number().min(0) }),
    output: holding,
  },
  'POST chain/take': {
    summary: 'Removes all that an address holds of a contract',
    input: holder,
    output: undefined,
  },
  'POST chain/tokens': {
    summary: 'Registers a token contract',
    input: z.strictObject({
      ...contract,
      networkId: z.int().min(0),
      name: z.string().min(1),
      symbol: z.string().min(1),
      decimals: z.int().min(0).max(36).optional(),
    }),
    output: z.object({
      ...entity,
      chain,
      networkId: z.number(),
      contractAddress: z.string(),
      key: z.string(),
      name: z.string(),
      symbol: z.string(),
      decimals: z.number(),
    }),
  },
  'POST chain/sanctions': {
    summary: 'Puts an address on the sanctions list',
    input: account,
    output: undefined,
  },
  'POST chain/pardons': {
    summary: 'Removes an address from the sanctions list',
    input: account,
    output: undefined,
  },
  'POST chain/contractWallets': {
    summary: 'Deploys a contract wallet',
    input: z.strictObject({ address: z.string().optional(), owners: z.array(z.string()).min(1) }),
    output: z.object({
      ...entity,
      address: z.string(),
      owners: list(z.string()),
      isDeployed: z.boolean(),
      factory: z.string().optional(),
      factoryCalldata: z.string().optional(),
    }),
  },
  'POST chain/accountKeys': {
    summary: 'Sets the keys of an account',
    input: z.strictObject({ chain: z.enum(['FLOW', 'STARK']), address: z.string(), keys: z.array(accountKey) }),
    output: undefined,
  },
  'POST chain/farcaster': {
    summary: 'Registers a Farcaster id',
    input: z.strictObject({ fid: z.int().positive(), address: z.string(), ...farcaster }),
    output: z.object({ ...entity, fid: z.number(), address: z.string(), ...farcaster }),
  },
  'POST chain/names': {
    summary: 'Registers a name, or transfers it to another owner',
    input: z.strictObject({
      chain: chain.optional(),
      name: z.string(),
      owner: z.string(),
      avatar: z.string().optional(),
    }),
    output: z.object({
      ...entity,
      family: z.string(),
      name: z.string(),
      owner: z.string(),
      avatar: z.string().optional(),
      environmentId: z.string().optional(),
      serviceId: z.string().optional(),
      walletId: z.string().optional(),
    }),
  },
  'GET chain/name': {
    summary: 'The latest name of an address',
    input: account,
    output: z.object({ name: z.string().nullable() }),
  },
} satisfies ControlRoutes
