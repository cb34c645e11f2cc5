import { verdictOnUrl } from '../domain/simulation/sites.ts'
import type { ResourceOperations } from './operation.ts'

export const simulation = {
  scanUrl({ body, backend }) {
    const verdict = verdictOnUrl(backend, body.url)
    return { status: 200, body: { isMalicious: verdict === 'unclear' ? null : verdict === 'malicious' } }
  },
} satisfies ResourceOperations<'simulation'>
