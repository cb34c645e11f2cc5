import { urlBelow } from '@latchkey/base/baseUrl'
import { defined } from '@latchkey/base/defined'
import { assert } from '../domain/shared/errors.ts'
import { createPipeline, type PipelineOptions } from './pipeline.ts'
import { brokenConnection, replyToError, toWire, type WireReply } from './respond.ts'
import type { ServiceRequest } from './serviceRequest.ts'

/** The paths beside the operations, loaded with the first request for one, since most tests have none. */
let sides: (typeof import('./sides.ts'))['sides'] | undefined

/** Answers requests for operations, pages and files; `undefined` for a URL of another service. */
export function createAnswer(options: PipelineOptions): (request: ServiceRequest) => Promise<WireReply> | undefined {
  const pipeline = createPipeline(options)
  return (request) => {
    const url = urlBelow(options.world.baseUrl, request.url)
    if (!url) return undefined
    return url.pathname.startsWith('/__mock/') ? answerSide(options, request, url) : pipeline(request, url)
  }
}

async function answerSide(options: PipelineOptions, request: ServiceRequest, url: URL): Promise<WireReply> {
  const [, , name = '', ...path] = url.pathname.split('/')
  const cors = { 'access-control-allow-origin': '*' }
  try {
    sides ??= (await import('./sides.ts')).sides
    const side = Object.hasOwn(sides, name) ? sides[name] : undefined
    assert(side, 'notFound')
    const reply = await side(options, { request, url, path })
    if (reply.status === 0) return brokenConnection
    const written = toWire(reply, cors)
    return { ...written, ...defined({ spoiled: reply.spoiled }) }
  } catch (error) {
    return toWire(replyToError(error, undefined, options.world.report), cors)
  }
}
