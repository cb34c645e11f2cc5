import type { ResourceOperations } from '../operation.ts'

export const solana = {
  async optimize({ backend, caller, body }) {
    const { optimizeTransaction } = await import('../../domain/solana/optimization.ts')
    return { status: 200, body: { transaction: await optimizeTransaction(backend, caller.user, body) } }
  },
  async sponsor({ backend, params, body }) {
    const { sponsorTransaction } = await import('../../domain/solana/sponsorship.ts')
    const transaction = await sponsorTransaction(backend, params.environmentId, body.transaction)
    return { status: 200, body: { transaction } }
  },
} satisfies ResourceOperations<'solana'>
