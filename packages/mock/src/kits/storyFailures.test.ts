import { operationIds } from '@latchkey/contract/operationIds'
import { operationTable } from '@latchkey/types'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failuresOf } from './storyFailures.ts'
import { createPreview, type LatchkeyParameters, type StoryMock } from './storyPreview.ts'

const baseUrl = 'https://api.example.com'
const network = globalThis.fetch
const ends: (() => void)[] = []

beforeEach(() => {
  globalThis.fetch = async () => new Response('the network')
})
afterEach(() => {
  for (const end of ends.splice(0)) end()
  globalThis.fetch = network
  vi.unstubAllGlobals()
})

const signedIn = 'ada@example.com'

interface Shown {
  readonly id?: string
  readonly latchkey?: LatchkeyParameters
  /** The failure that somebody has chosen in the toolbar. */
  readonly chosen?: unknown
}

function createStorybook() {
  const preview = createPreview({ baseUrl })
  return async ({ id = 'one', latchkey, chosen }: Shown) => {
    const loaded: Record<string, unknown> = {}
    const context = { id, name: id, parameters: { latchkey }, globals: { latchkeyFailure: chosen }, loaded }
    for (const loader of preview.loaders) Object.assign(loaded, await loader(context))
    const end = preview.beforeEach(context)
    ends.push(end)
    return loaded['latchkey'] as StoryMock
  }
}

/** Calls an operation of the sandbox as the person of the story. */
function call({ mock, session }: StoryMock, id: keyof typeof operationTable): Promise<Response> {
  const { method, path } = operationTable[id]
  const { id: environmentId } = mock.defaults.environments.sandbox
  const url = baseUrl + path.replace('{environmentId}', environmentId).replace(/\{\w+\}/g, crypto.randomUUID())
  const body = method === 'GET' ? null : '{}'
  const headers = { ...session?.headers, 'content-type': 'application/json' }
  return fetch(url, { method, headers, body })
}

/** The status of a call and whether the first part of its reply is all of it, or how it broke. */
async function outcomeOf(story: StoryMock, id: keyof typeof operationTable): Promise<string> {
  try {
    const response = await call(story, id)
    const part = new TextDecoder().decode((await response.body?.getReader().read())?.value)
    return `${response.status} ${formOf(part)}`
  } catch (error) {
    return String(error)
  }
}

function formOf(text: string): string {
  if (text.startsWith('<')) return 'a page'
  try {
    return Object.keys(JSON.parse(text) as object).includes('email') ? 'the profile' : 'a refusal'
  } catch {
    return 'a part'
  }
}

describe('failuresOf', () => {
  it('lists how an operation fails: by state, by documented refusals, by the network', () => {
    expect(failuresOf('profile.update').slice(0, 8)).toEqual([
      'the session has ended',
      'the token has expired',
      'the user was deleted',
      'the rate limit is reached',
      '400 validation_failed',
      '403 mfa_required',
      '403 origin_not_allowed',
      '422 cannot_delete_last_sign_in_verified_credential',
    ])
    expect(failuresOf('sdkSettings.get').slice(0, 3)).toEqual([
      'the rate limit is reached',
      '400 validation_failed',
      '404',
    ])
  })

  it('lists for all calls what the toolbar has', () => {
    const { items } = createPreview({ baseUrl }).globalTypes.latchkeyFailure.toolbar
    expect(items.map(({ title }) => title)).toEqual(['No failure', ...failuresOf()])
    expect(failuresOf('*')).toEqual([
      'the session has ended',
      'the token has expired',
      'the user was deleted',
      'the rate limit is reached',
      '400',
      '403',
      '404',
      '500',
      'there is no connection',
      'the reply is lost',
      'the reply breaks off',
      'the reply never ends',
      'a proxy answers a page',
    ])
  })

  it('refuses an operation that does not exist, with the nearest one', () => {
    expect(() => failuresOf('profile.gett' as 'profile.get')).toThrow(
      'Failed to call "failuresOf()": there is no operation "profile.gett". Did you mean "profile.get"?',
    )
  })

  it('has names that Storybook takes from a URL, each once in an operation', () => {
    for (const id of operationIds) {
      const names = failuresOf(id)
      expect(names.filter((name) => !/^[\w -]+$/.test(name))).toEqual([])
      expect(new Set(names).size).toBe(names.length)
    }
  })
})

describe('a failure of a story', () => {
  it('happens to the call that the story names, in each of its ways', async () => {
    const show = createStorybook()
    const outcomes: Record<string, string> = {}
    for (const [index, failure] of failuresOf('profile.get').entries()) {
      const story = await show({ id: `${index}`, latchkey: { signedIn, failing: 'profile.get', failure } })
      outcomes[failure] = await outcomeOf(story, 'profile.get')
      for (const end of ends.splice(0)) end()
    }
    const broken = 'TypeError: Failed to fetch: a fault broke the connection.'
    expect(outcomes).toEqual({
      'the session has ended': '401 a refusal',
      'the token has expired': '401 a refusal',
      'the user was deleted': '401 a refusal',
      'the rate limit is reached': '429 a refusal',
      '500 internal_server_error': '500 a refusal',
      'there is no connection': broken,
      'the reply is lost': broken,
      'the reply breaks off': '200 a part',
      'the reply never ends': '200 a part',
      'a proxy answers a page': '502 a page',
    })
  })

  it.each(['the session has ended', 'the token has expired', 'the user was deleted'])(
    'by the state refuses each operation that lists it: %s',
    async (failure) => {
      const show = createStorybook()
      const concerned = operationIds.filter((id) => failuresOf(id).includes(failure))
      expect(concerned).toHaveLength(89)
      const passed: string[] = []
      for (const failing of concerned) {
        const story = await show({ id: failing, latchkey: { signedIn, failing, failure } })
        const { status } = await call(story, failing)
        if (status !== 401) passed.push(`${failing}: ${status}`)
        for (const end of ends.splice(0)) end()
      }
      expect(passed).toEqual([])
    },
  )

  it('comes right before the call, and later calls of others meet it as well', async () => {
    const show = createStorybook()
    const story = await show({ latchkey: { signedIn, failing: 'mfa.listMethods' }, chosen: 'the session has ended' })
    expect((await call(story, 'profile.get')).status).toBe(200)
    expect((await call(story, 'mfa.listMethods')).status).toBe(401)
    expect((await call(story, 'profile.get')).status).toBe(401)
  })

  it('happens to every call when the story names none, and stays', async () => {
    const show = createStorybook()
    const story = await show({ latchkey: { signedIn }, chosen: 'there is no connection' })
    for (const id of ['profile.get', 'sdkSettings.get', 'profile.get'] as const)
      await expect(call(story, id)).rejects.toThrow(TypeError)
  })

  it('has the first code that the operation gives, when it is chosen by a status', async () => {
    const show = createStorybook()
    const story = await show({ latchkey: { signedIn, failing: 'profile.update' }, chosen: '403' })
    const reply = await call(story, 'profile.update')
    expect([reply.status, await reply.json()]).toMatchObject([403, { error: { code: 'mfa_required' } }])
    expect((await call(story, 'profile.get')).status).toBe(200)
  })

  it('of the story itself goes before that of the toolbar', async () => {
    const show = createStorybook()
    const story = await show({ latchkey: { failure: '500' }, chosen: '404' })
    expect((await call(story, 'sdkSettings.get')).status).toBe(500)
    expect(story.failure).toBe('500')
  })
})

describe('a choice in the toolbar', () => {
  it('gives the story a new mock, and the same choice keeps it', async () => {
    const show = createStorybook()
    const first = await show({ latchkey: { signedIn } })
    const failing = await show({ latchkey: { signedIn }, chosen: '500' })
    expect(failing.mock).not.toBe(first.mock)
    expect((await call(failing, 'profile.get')).status).toBe(500)
    const same = await show({ latchkey: { signedIn }, chosen: '500' })
    expect(same.mock).toBe(failing.mock)
    const none = await show({ latchkey: { signedIn }, chosen: '' })
    expect((await call(none, 'profile.get')).status).toBe(200)
  })

  it('lets Storybook show the story from its beginning', async () => {
    const emit = vi.fn<(event: string, message: unknown) => void>()
    vi.stubGlobal('__STORYBOOK_ADDONS_CHANNEL__', { listenerCount: () => 1, emit })
    const show = createStorybook()
    await show({ id: 'a--b', latchkey: { signedIn } })
    await show({ id: 'a--b', latchkey: { signedIn } })
    expect(emit).not.toHaveBeenCalled()
    await show({ id: 'a--b', latchkey: { signedIn }, chosen: '500' })
    expect(emit.mock.calls).toEqual([['forceRemount', { storyId: 'a--b' }]])
  })
})

describe('a failure that cannot be made', () => {
  it.each([
    [
      { signedIn, failure: 'the sesion has ended' },
      'no call fails by "the sesion has ended". Did you mean "the session has ended"?',
    ],
    [
      { signedIn, failing: 'profile.get', failure: '418' },
      '"profile.get" does not fail by "418". It can be: the session has ended; ',
    ],
    [
      { signedIn, failing: 'profile.gett', failure: '500' },
      'there is no operation "profile.gett". Did you mean "profile.get"?',
    ],
    [
      { failure: 'the user was deleted' },
      '"the user was deleted" concerns a person who is signed in. Set the parameter "signedIn".',
    ],
    [{ failure: 'the wallets were unlinked' }, 'For other failures, name the operation as the parameter "failing".'],
    [{ failure: 'the' }, 'no call fails by "the". It can be: '],
    [{ failure: 500 }, 'The failure of a story is a text: a name that `failuresOf()` lists.'],
    [{ failures: '500' }, 'there is no parameter "failures". Did you mean "failure"?'],
  ])('is refused with a sentence: %j', async (latchkey, sentence) => {
    const show = createStorybook()
    await expect(show({ latchkey: latchkey as LatchkeyParameters })).rejects.toThrow(sentence)
  })
})
