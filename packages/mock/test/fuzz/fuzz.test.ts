import { operationTable } from '@latchkey/types'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFuzzedWorld } from './fuzzedWorld.ts'
import { fuzzedRequest } from './requests.ts'

const requests = process.env.LATCHKEY_TESTS === 'full' ? 1_000_000 : 20_000
/** How many requests a run has on average, rounded down. */
const perRun = 6
// A failure prints its seed and path; these send the same requests again.
const { LATCHKEY_FUZZ_SEED: seed = '20260115', LATCHKEY_FUZZ_PATH: path = '' } = process.env

it(
  `${requests} requests made of the document, and their replies, keep all rules`,
  { timeout: 300_000 + 20 * requests },
  async () => {
    const { send, sent } = await createFuzzedWorld()
    const sequences = fc.array(fuzzedRequest, { minLength: 1, maxLength: 16 })
    const property = fc.asyncProperty(sequences, (sequence) => send(sequence))
    await fc.assert(property, { numRuns: Math.ceil(requests / perRun), seed: Number(seed), path })
    if (path !== '') return
    expect(sent.requests).toBeGreaterThanOrEqual(requests)
    // Without successes only the first checks would be tried, and without refusals only the handlers.
    expect(sent.succeeded.size).toBeGreaterThan(Object.keys(operationTable).length * 0.6)
    expect(sent.refusals / sent.requests).toBeGreaterThan(0.3)
    expect(sent.refusals / sent.requests).toBeLessThan(0.7)
  },
)
