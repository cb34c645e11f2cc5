import { anyHost, urlAt } from '@latchkey/base/baseUrl'
import type { Contract } from '../comparison/contract.ts'
import { type ObservedExchange, readJson } from '../comparison/observedExchange.ts'
import { match } from '../http/router.ts'
import type { RecordedScenario } from './fitScenario.ts'
import { createReads, isKept, noteRead, type RecordedReads } from './recordedReads.ts'
import { scenarioOf } from './scenarioOf.ts'
import type { IsKept } from './withPlaceholders.ts'

/** Keeps what passes a proxy as a scenario. */
export interface Recording {
  observe(exchange: ObservedExchange): void
  /** The scenario of everything until now; `undefined` if nothing has passed that scenarios keep. */
  scenario(): RecordedScenario | undefined
}

/**
 * One scenario is about one environment, so the first one that is named in a path counts.
 *
 * @param isTextKept - Whether a field is to have its text. By default none is.
 */
export function createRecording(contract: Contract, isTextKept?: IsKept): Recording {
  let reads: RecordedReads | undefined
  let environmentId: string | undefined

  return {
    observe({ method, url, status, replyBody }) {
      if (method !== 'GET' || status !== 200 || !replyBody) return
      const matched = match(urlAt(anyHost, url).pathname)
      const id = matched?.operations.GET
      if (!id || !isKept(id)) return
      const { params } = matched
      environmentId ??= params.environmentId
      if (params.environmentId !== undefined && params.environmentId !== environmentId) return
      const body = readJson(replyBody)
      if (body) noteRead((reads ??= createReads()), id, { params, body: body.value })
    },
    scenario: () => reads && scenarioOf(contract, reads, isTextKept),
  }
}
