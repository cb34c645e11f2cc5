import { simulateTransaction, simulateUserOperation } from '../../domain/simulation/evmSimulation.ts'
import { verdictOnUrl } from '../../domain/simulation/sites.ts'
import type { ResourceOperations } from '../operation.ts'

export const simulation = {
  scanUrl({ body, backend }) {
    const verdict = verdictOnUrl(backend, body.url)
    return { status: 200, body: { isMalicious: verdict === 'unclear' ? null : verdict === 'malicious' } }
  },
  async simulateTransaction({ params, body, backend }) {
    return { status: 200, body: await simulateTransaction(backend, params.environmentId, body) }
  },
  async simulateUserOperation({ params, body, backend }) {
    return { status: 200, body: await simulateUserOperation(backend, params.environmentId, body) }
  },
  async simulateSvmTransaction({ params, body, backend }) {
    const { simulateSvmTransactions } = await import('../../domain/simulation/svmSimulation.ts')
    return { status: 200, body: await simulateSvmTransactions(backend, params.environmentId, body) }
  },
} satisfies ResourceOperations<'simulation'>
