interface SnippetTarget {
  /** Of the mock or the world. */
  readonly url: string
  /** Of the environment. */
  readonly id: string
  /** An API token of the environment. */
  readonly token: string
}

interface Snippet {
  readonly name: string
  textWith(place: SnippetTarget): string
}

/** Beginnings to copy. */
export const snippets: readonly Snippet[] = [
  {
    name: 'curl',
    textWith: ({ url, id, token }) => `curl ${url}/api/v0/environments/${id}/users \\
  --header 'authorization: Bearer ${token}'`,
  },
  {
    name: 'Client',
    textWith: ({ url, id, token }) => `import { bearer, createTransport } from '@latchkey/client'
import { users } from '@latchkey/client/operations'

const client = createTransport({
  baseUrl: '${url}',
  environmentId: '${id}',
  auth: bearer('${token}'),
})

const ada = await users.create(client, { body: { email: 'ada@example.com' } })`,
  },
  {
    name: '.env',
    textWith: ({ url, id, token }) => `LATCHKEY_URL=${url}
LATCHKEY_ENVIRONMENT_ID=${id}
LATCHKEY_TOKEN=${token}`,
  },
]
