import { vi } from 'vitest'
import type { Deliver } from '../../src/effects/deliver.ts'
import { match, rows } from '../../src/http/router.ts'
import type { World } from '../../src/world/world.ts'
import { faultsOfMessage, faultsOfReply } from './documentJudge.ts'

// Every reply and every message to a webhook of the mocks of these tests is judged by the document. A reply of an override or a fault of the test is
// not the mock's own. What is wrong goes to the console, which fails the test (support/failOnFaults.ts).
vi.mock('../../src/http/pipeline.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/http/pipeline.ts')>()
  return {
    ...original,
    createPipeline(options: Parameters<typeof original.createPipeline>[0]): ReturnType<typeof original.createPipeline> {
      let isFaulty = false
      const faults: typeof options.faults = {
        ...options.faults,
        next(id) {
          const fault = options.faults.next(id)
          isFaulty ||= fault !== undefined
          return fault
        },
      }
      judgeMessages(options.world)
      const answer = original.createPipeline({ ...options, faults })
      return async (request, url) => {
        const reply = await answer(request, url)
        const id = match(url.pathname)?.operations[request.method]
        if (!id || isFaulty || !options.strict || options.overrides.has(id) || reply.stream) return reply
        const { status, headers, chunks } = reply
        // The answer when a real part of the world outside has failed, which no service gives.
        if (status === 503 && options.world.realParts.list().length > 0) return reply
        const text = chunks ? chunks.join('') : reply.text
        for (const fault of faultsOfReply(rows[id], { status, headers: new Headers(headers), text }))
          console.error(new Error(fault))
        return reply
      }
    },
  }
})

/** Messages in the names of another deployment are not in those of the document. */
function judgeMessages(world: World): void {
  const { deliver, settings } = world
  if (settings.issuedNames) return
  const judged: Deliver = (request) => {
    for (const fault of faultsOfMessage(request)) console.error(new Error(fault))
    return deliver(request)
  }
  Object.assign(world, { deliver: judged })
}
