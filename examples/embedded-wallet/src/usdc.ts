import { erc20Abi } from 'viem'

/** USDC on Base, which has six digits. */
export const usdc = { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', abi: erc20Abi } as const
