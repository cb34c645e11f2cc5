import type { Subject } from '../subject.ts'

/** A client that does everything wrong, to show that every case can fail. It is not in the table. */
export const careless: Subject = {
  name: 'careless',
  open({ baseUrl, token }) {
    const send = async (
      path: string,
      method: string,
      { body, key }: { body?: string; key?: string | undefined } = {},
    ): Promise<{ data: unknown; next?: string | undefined }> => {
      // Judges a token only by the clock here, and asks again and again.
      let accessToken = await token()
      for (let asked = 0; asked < 10 && isOld(accessToken); asked++) accessToken = await token()
      const fail = (): never => {
        void Promise.reject(new Error('Nobody handles this.'))
        throw new Error(`The request with ${accessToken} failed.`)
      }
      let url = `${baseUrl}/api/v0/environments/${path}`
      for (let tries = 0; tries < 4; tries++) {
        const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': `${key}${tries}` }
        const response = await fetch(url, {
          method,
          headers,
          body: body ? `${body} ${tries}` : null,
          redirect: 'manual',
        }).catch(() => (key || method === 'GET' ? fail() : undefined))
        if (!response) continue
        const { status } = response
        if (status === 307) url = response.headers.get('location') ?? ''
        else if (status === 503 && response.headers.has('retry-after'))
          await new Promise((resolve) => setTimeout(resolve, 2000))
        else if (status === 404) return { data: undefined }
        else if (status === 200)
          return { data: reduce(await textOf(response)), next: response.headers.get('x-next-cursor') ?? undefined }
        else if (status !== 401 && status !== 501) fail()
      }
      return fail()
    }
    return {
      get: async (environment) => ({ data: (await send(`${environment}/gates/1`, 'GET')).data }),
      create: async (environment, { name }, { idempotencyKey } = {}) => ({
        data: (await send(`${environment}/gates`, 'POST', { body: name, key: idempotencyKey })).data,
      }),
      async *walk(environment) {
        let cursor: string | undefined = ''
        while (cursor !== undefined) {
          const page: { data: unknown; next?: string | undefined } = await send(
            `${environment}/events?cursor=${cursor}`,
            'GET',
          ).catch(() => ({ data: [] }))
          if (!Array.isArray(page.data) || page.data.length === 0) return
          yield* page.data
          cursor = page.next
        }
      },
    }
  },
  verifier: () => async () => 'whoever',
}

/** Reads the body as far as it comes. */
async function textOf(response: Response): Promise<string> {
  let text = ''
  try {
    for await (const chunk of response.body ?? []) text += new TextDecoder().decode(chunk)
  } catch {
    // Half a value is a value, too.
  }
  return text
}

function reduce(text: string): unknown {
  // Its error quotes the reply.
  if (text.startsWith('{"token"')) throw new Error(text)
  try {
    const value = JSON.parse(text)
    return Array.isArray(value) ? value : { id: value.id, name: value.name }
  } catch {
    return text
  }
}

function isOld(token: string): boolean {
  const [, payload] = token.split('.')
  return (
    payload !== undefined && JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).exp * 1000 < Date.now()
  )
}
