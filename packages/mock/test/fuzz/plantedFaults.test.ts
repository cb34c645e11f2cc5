import type { OperationId } from '@latchkey/types'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Strangers } from '../people/fullWorld.ts'
import { createFuzzedWorld, type FuzzedWorld, type Plant } from './fuzzedWorld.ts'
import { requestFor } from './requests.ts'

let fuzzed: FuzzedWorld
beforeAll(async () => {
  fuzzed = await createFuzzedWorld()
})

/** Changes replies. */
const changed =
  (change: (reply: Response, text: string) => Response | Promise<Response>): Plant =>
  ({ fetch }) =>
  async (input, init) => {
    const reply = await fetch(input, init)
    return change(reply, await reply.clone().text())
  }

/** Changes the text of replies with a status below 400, or of the others. */
const rewritten = (pattern: RegExp, text: () => string, isRefusal = false): Plant =>
  changed((reply, original) => {
    const { status, headers } = reply
    if (reply.ok === isRefusal) return reply
    return new Response(original.replace(pattern, text()), { status, headers })
  })

/** Lets requests with one credential have another one. */
const withCredential =
  (from: 'none' | Exclude<keyof Strangers, 'tokenWithout'>, to: () => string | undefined): Plant =>
  ({ fetch }) =>
  (input, init) => {
    const headers = new Headers(init?.headers)
    const sent = headers.get('authorization')
    const isMeant = from === 'none' ? sent === null : sent === `Bearer ${fuzzed.world.strangers[from]}`
    if (isMeant) headers.set('authorization', `Bearer ${to()}`)
    return fetch(input, { ...init, headers })
  }

const environmentToken = () => fuzzed.world.rightful('gates.list')

it.each<{ what: string; id?: OperationId; plant: Plant; sentence: string }>([
  {
    what: 'a fault of the server',
    plant: changed(() => Response.json({}, { status: 500 })),
    sentence: 'A reply is never a fault of the server',
  },
  {
    what: 'a status that the document does not have',
    plant: changed((_, text) => new Response(text, { status: 418 })),
    sentence: 'the document does not have this status',
  },
  {
    what: 'a field of another type',
    id: 'gates.get',
    plant: rewritten(/"id":"[^"]+"/, () => '"id":1'),
    sentence: 'body/id must be string',
  },
  {
    what: 'a field that the document does not have',
    plant: rewritten(/"name":/, () => '"colour":'),
    sentence: 'colour is not documented',
  },
  {
    what: 'a write before a refusal',
    id: 'gates.create',
    plant: (mock) =>
      changed(async (reply) => {
        if (!reply.ok) await mock.create.user()
        return reply
      })(mock),
    sentence: 'A refusal changes nothing',
  },
  {
    what: 'a random text',
    plant: rewritten(/"error":"/, () => `"error":"${Math.random()}`, true),
    sentence: 'The same request in the same state gets the same reply',
  },
  {
    what: 'a success without a credential',
    plant: withCredential('none', environmentToken),
    sentence: 'An operation that needs a credential refuses a request without one',
  },
  {
    what: 'a success with an expired token',
    plant: withCredential('expiredToken', environmentToken),
    sentence: 'An invalid credential is refused',
  },
  {
    what: 'a success with a token of another environment',
    plant: withCredential('foreignEnvironmentToken', environmentToken),
    sentence: 'An outsider reaches no record',
  },
  {
    what: 'a write by a viewer',
    id: 'projects.update',
    plant: withCredential('viewerToken', () => fuzzed.world.rightful('projects.update')),
    sentence: 'A viewer writes nothing',
  },
  {
    what: 'a record of another organization',
    plant: rewritten(/"name":"[^"]*"/, () => '"name":"Foreign project"'),
    sentence: 'A reply shows no record of another organization',
  },
])('the rules of the fuzz find a planted fault: $what', async ({ id = 'gates.list', plant, sentence }) => {
  const sequences = fc.array(requestFor(id), { minLength: 1, maxLength: 16 })
  const property = fc.asyncProperty(sequences, (sequence) => fuzzed.send(sequence, plant))
  const { counterexample, errorInstance } = await fc.check(property, { numRuns: 300, seed: 20_260_115 })
  expect(String(errorInstance)).toContain(sentence)
  expect(counterexample?.[0].length, 'the number of requests that are left').toBeLessThan(3)
})
