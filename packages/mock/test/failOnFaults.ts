import { afterAll, afterEach, beforeEach, vi } from 'vitest'

// A mock tells the faults that are its own to `onError`, or else to the console: an exception nobody expected, a status
// that the document does not have, a reply that breaks its schema. Whichever test causes one fails. A test that means
// to cause one gives its mock an `onError` of its own.
const faults: unknown[][] = []

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...told: unknown[]) => {
    faults.push(told)
  })
})
afterEach(failOnFaults)
afterAll(failOnFaults)

function failOnFaults(): void {
  const told = faults.splice(0).flat()
  if (told.length > 0) throw new AggregateError(told, `The console was told of faults: ${told.map(String).join(' ')}`)
}
