import { join } from 'node:path'
import { type OperationId, operationTable } from '@latchkey/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, type Caller, createTransport, isApiError } from '../src/index.ts'
import { extractExamples, printComparison, printProgram, readyFor } from './exampleProgram.ts'
import { createExampleWorld } from './exampleWorld.ts'
import { makeFolder, typeErrors } from './typeCheck.ts'

type Example = (client: Caller, ready: Record<string, unknown>, console: { log(value: unknown): void }) => Promise<void>

const examples = extractExamples()
/**
 * Examples that may be refused: they need more than one call, or are retired.
 */
const refused: Partial<Record<OperationId, RegExp>> = {
  // Retired.
  'externalAuth.verify': /^410 invalid_external_auth/,
  // The provider sends the query by the browser, so the example has none.
  'oauth.redirect': /^422 invalid_verification/,
  'oauth.redirectCoinbase': /^422 invalid_verification/,
  // Two users of one person have to be found out first, by a sign-in that is refused.
  'profile.merge': /^422 merge_accounts_invalid/,
  'profile.resolveMerge': /^422 merge_accounts_invalid/,
  // The domain has to be verified first, through the provider's own pages.
  'ssoProviders.update': /^422 invalid_update/,
  // Only the environment's own server has the wallet API key.
  'delegatedAccess.signMessage': /^401 wallet_api_key_invalid/,
  // Only a device knows the id of its party.
  'waas.exportPrivateKey': /^422 invalid_update/,
}

const cleanUp: (() => void)[] = []
let folder: string
let functions: Record<string, Example>
let worldFor: Awaited<ReturnType<typeof createExampleWorld>>

beforeAll(async () => {
  folder = makeFolder({ 'examples.ts': printProgram(examples), 'comparison.ts': printComparison() }, (remove) =>
    cleanUp.push(remove),
  )
  functions = (await import(join(folder, 'examples.ts'))).examples
  worldFor = await createExampleWorld()
})

afterAll(() => cleanUp.forEach((remove) => remove()))

it('each operation has an example', () => {
  expect([...examples.keys()].sort()).toEqual(Object.keys(operationTable).sort())
})

it('the examples of the operations are correct programs, whose types accept those of @latchkey/types', async () => {
  expect(await typeErrors(folder, ['examples.ts', 'comparison.ts'])).toEqual([])
})

describe.each([...examples.keys()] as OperationId[])('the example of %s', (id) => {
  it('runs against the mock', async () => {
    const { mock, values, token } = await worldFor(id)
    const ready = Object.fromEntries([...readyFor(id).keys()].map((name) => [name, values[name]]))
    expect(Object.entries(ready).filter(([, value]) => value === undefined)).toEqual([])
    const client = createTransport({
      baseUrl: mock.baseUrl,
      environmentId: mock.defaults.environments.sandbox.id,
      fetch: mock.fetch,
      retry: false,
      auth: token === undefined ? null : bearer(token),
      headers: { origin: 'https://app.example.com' },
    })
    const outcome = await (functions[id] as Example)(client, ready, { log() {} }).then(
      () => 'done',
      (error: unknown) => (isApiError(error) ? `${error.status} ${error.code}: ${error.message}` : error),
    )
    expect(String(outcome)).toMatch(refused[id] ?? /^done$/)
  })
})
