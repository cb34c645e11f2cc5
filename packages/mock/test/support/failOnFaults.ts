import { afterAll, afterEach, beforeEach, vi } from 'vitest'

// A mock reports its own faults to `onError`, or else to the console: an unexpected exception, a status that the
// document does not have, a reply that breaks its schema. The test that causes one fails. A test that causes one on
// purpose gives its mock an `onError`.
const faults: unknown[][] = []

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => {
    faults.push(values)
  })
})
afterEach(failOnFaults)
afterAll(failOnFaults)

function failOnFaults(): void {
  const reported = faults.splice(0).flat()
  if (reported.length > 0)
    throw new AggregateError(reported, `The mock reported faults: ${reported.map(String).join(' ')}`)
}
