import {
  type DeploymentNames,
  readTarget,
  translateBody,
  translateReply,
  translateSetCookie,
} from '@latchkey/names/messages'

export type Answer = (request: Request) => Response | Promise<Response>

/** Answers requests under the names of a deployment by a function that has those of the document. */
export function spellAnswer({ read, spell, ...names }: DeploymentNames, answer: Answer): Answer {
  return async (request) => {
    const { origin, pathname, search } = new URL(request.url)
    const target = readTarget({ read, spell, ...names }, request.method, { path: pathname, query: search })
    const { headers, method } = request
    const text = translateBody(read.plansOf(target.operation), typeOf(headers), await request.text())
    const init = { method, headers: renamed(headers, read.header), ...(request.body && { body: text }) }
    const response = await answer(new Request(origin + target.path + target.query, init))
    const { status } = response
    const reply = { type: typeOf(response.headers), text: await response.text() }
    const isBodiless = [204, 304].includes(status)
    return new Response(isBodiless ? null : translateReply(spell.plansOf(target.operation), status, reply), {
      status,
      headers: renamed(response.headers, spell.header, (line) => translateSetCookie(spell, line)),
    })
  }
}

const typeOf = (headers: Headers) => headers.get('content-type') ?? ''

function renamed(headers: Headers, rename: (name: string) => string, spellCookie = (line: string) => line): Headers {
  return new Headers(
    [...headers].map(([name, value]) => [rename(name), name === 'set-cookie' ? spellCookie(value) : value]),
  )
}
