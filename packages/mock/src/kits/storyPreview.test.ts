import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { announcedIn, refusalOf, TestPage } from '../../test/browserWallets/page.ts'
import { createPreview, type LatchkeyParameters, type PreviewOptions, type StoryMock } from './storyPreview.ts'

const baseUrl = 'https://api.example.com'
const network = globalThis.fetch
const passedOn: string[] = []

beforeEach(() => {
  passedOn.length = 0
  globalThis.fetch = async (input) => {
    passedOn.push(String(input))
    return new Response('the network')
  }
})
afterEach(() => {
  globalThis.fetch = network
  vi.unstubAllGlobals()
})

const contextOf = (id: string, latchkey?: LatchkeyParameters) => ({
  id,
  name: id,
  parameters: { latchkey } as Record<string, unknown>,
  loaded: {},
})

/** Shows stories as Storybook does. */
function createStorybook(options: PreviewOptions = {}) {
  const preview = createPreview({ baseUrl, ...options })
  const show = async (id: string, latchkey?: LatchkeyParameters) => {
    const context = contextOf(id, latchkey)
    for (const loader of preview.loaders) Object.assign(context.loaded, await loader(context))
    const end = preview.beforeEach(context)
    const { latchkey: story } = context.loaded as { latchkey: StoryMock }
    return { ...story, end }
  }
  return { preview, show }
}

async function emails({ mock }: Pick<StoryMock, 'mock'>): Promise<string[]> {
  const { id, token } = mock.defaults.environments.sandbox
  const response = await fetch(`${baseUrl}/api/v0/environments/${id}/users`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { users } = (await response.json()) as { users: { email: string }[] }
  return users.map(({ email }) => email).sort()
}

describe('a story', () => {
  it('gets a copy of the prepared mock, which answers fetch until it ends', async () => {
    const { show } = createStorybook({ prepare: (mock) => mock.create.user({ email: 'grace@example.com' }) })
    const first = await show('first')
    await first.mock.create.user({ email: 'ada@example.com' })
    expect(await emails(first)).toEqual(['ada@example.com', 'grace@example.com'])
    first.end()
    const second = await show('second')
    expect(await emails(second)).toEqual(['grace@example.com'])
    second.end()
    expect(await (await fetch(`${baseUrl}/api/v0/x`)).text()).toBe('the network')
  })

  it('begins with what its parameters say', async () => {
    const { show } = createStorybook({ prepare: (mock) => mock.create.user({ email: 'grace@example.com' }) })
    const story = await show('all', {
      providers: ['google'],
      scenario: { people: [{ email: 'eve@example.com' }] },
      signedIn: 'ada@example.com',
      prepare: (mock) => mock.faults.set('users.get', { status: 503 }),
    })
    expect(await emails(story)).toEqual(['ada@example.com', 'eve@example.com', 'grace@example.com'])
    const { id } = story.mock.defaults.environments.sandbox
    const ownReply = await fetch(`${baseUrl}/api/v0/sdk/${id}/users`, { headers: story.session?.headers ?? {} })
    expect(await ownReply.json()).toMatchObject({ email: 'ada@example.com' })
    const { providers } = (await (await fetch(`${baseUrl}/api/v0/sdk/${id}/settings`)).json()) as {
      providers: { provider: string }[]
    }
    expect(providers.map(({ provider }) => provider)).toEqual(['google'])
    story.end()
  })

  it('keeps its mock when it is loaded anew for other args, and gets a new one when it begins again', async () => {
    const { show } = createStorybook()
    const first = await show('same')
    await first.mock.create.user({ email: 'ada@example.com' })
    const again = await show('same')
    expect(again.mock).toBe(first.mock)
    expect(await emails(again)).toEqual(['ada@example.com'])
    again.end()
    first.end()
    const anew = await show('same')
    expect(await emails(anew)).toEqual([])
    anew.end()
  })

  it('does not get the fetches of another one on the same page, which are refused with a sentence', async () => {
    const { show } = createStorybook()
    const [first, second] = [await show('first'), await show('second')]
    const lost = await fetch(`${baseUrl}/api/v0/x`)
    expect([lost.status, await lost.text()]).toEqual([500, expect.stringContaining('several stories are on this page')])
    first.end()
    expect(await emails(second)).toEqual([])
    second.end()
  })

  it('leaves other requests to the network', async () => {
    const { show } = createStorybook()
    const story = await show('one')
    await fetch('https://other.example.com/')
    await fetch(new URL(`${baseUrl}.evil.example/`))
    await fetch('/relative')
    expect(passedOn).toEqual(['https://other.example.com/', `${baseUrl}.evil.example/`, '/relative'])
    story.end()
  })

  it('fails when it calls the service where its mock does not answer, and that call is refused with a sentence', async () => {
    const unhandled: unknown[] = []
    const listeners = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    process.on('unhandledRejection', (error) => unhandled.push(error))
    const { preview, show } = createStorybook()
    const { mock, end } = await show('one')
    const settings = `/api/v0/sdk/${mock.defaults.environments.sandbox.id}/settings`
    await fetch(`${baseUrl}${settings}`)
    expect(preview.afterEach(contextOf('one'))).toBeUndefined()
    const sentence =
      'The app calls the service at https://api.exmaple.com, but the mock answers at https://api.example.com. ' +
      'Set `baseUrl` of `createPreview()` to where the stories call it.'
    for (const _ of [1, 2]) {
      const refusal = await fetch(`https://api.exmaple.com${settings}`)
      expect([refusal.status, await refusal.json()]).toMatchObject([500, { error: sentence }])
    }
    expect(() => preview.afterEach(contextOf('one'))).toThrow(sentence)
    await new Promise(setImmediate)
    expect(unhandled).toMatchObject([{ message: sentence }])
    expect(passedOn).toEqual([])
    end()
    await fetch(`https://api.exmaple.com${settings}`)
    expect(passedOn).toHaveLength(1)
    for (const listener of listeners) process.on('unhandledRejection', listener)
  })

  it('sees what fetch does when a connection breaks or a call is aborted', async () => {
    const { show } = createStorybook()
    const { mock, end } = await show('one')
    const url = `${baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}/settings`
    mock.faults.set('sdkSettings.get', { networkError: true })
    await expect(fetch(url)).rejects.toThrow(TypeError)
    mock.faults.set('sdkSettings.get', { delayMs: 1_000 })
    const calls = new AbortController()
    const aborted = fetch(url, { signal: calls.signal })
    calls.abort(new Error('left'))
    await expect(aborted).rejects.toThrow('left')
    await expect(fetch(url, { signal: calls.signal })).rejects.toThrow('left')
    end()
  })
})

describe('the wallets of a story', () => {
  function openPage(): TestPage {
    const page = new TestPage()
    vi.stubGlobal('location', page.location)
    for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
      vi.stubGlobal(name, page[name].bind(page))
    return page
  }
  const namesIn = (page: TestPage) => announcedIn(page).map(({ info }) => info.name)

  it('stand in its page until it ends, each with a person', async () => {
    const page = openPage()
    const { show } = createStorybook()
    const { wallets, end } = await show('one', { wallets: [{ name: 'First' }, { name: 'Second', chainId: 8453 }] })
    expect(namesIn(page)).toEqual(['First', 'Second'])
    const [first, second] = announcedIn(page)
    wallets[0]?.refuseNext()
    expect(await refusalOf(first?.provider.request({ method: 'eth_requestAccounts' }) as Promise<unknown>)).toEqual({
      code: 4001,
      message: 'The person refused the request.',
    })
    expect(await second?.provider.request({ method: 'eth_chainId' })).toBe('0x2105')
    end()
    expect(namesIn(page)).toEqual([])
  })

  it('stay when somebody changes its args, and are others when it is shown again', async () => {
    const page = openPage()
    const { show } = createStorybook()
    const [before, after] = [await show('one', { wallets: [{}] }), await show('one', { wallets: [{}] })]
    expect(after.wallets).toBe(before.wallets)
    expect(announcedIn(page)).toHaveLength(1)
    before.end()
    const again = await show('one', { wallets: [{}] })
    expect(announcedIn(page)).toHaveLength(1)
    expect(again.wallets[0]).not.toBe(before.wallets[0])
    again.end()
  })
})

describe('createPreview', () => {
  it('refuses to render a story without its mock', async () => {
    const { preview } = createStorybook()
    const story = { id: 'a--b', name: 'B', parameters: {}, loaded: {} }
    const [decorator] = preview.decorators
    expect(() => decorator?.(() => 'rendered', story)).toThrow(
      'Failed to render the story "B": it has no mock yet. Call its "run()", or its "load()" before you render it.',
    )
    expect(decorator?.(() => 'rendered', { ...story, loaded: { latchkey: {} } })).toBe('rendered')
  })

  it.each([
    [{ signdIn: 'ada@example.com' }, 'there is no parameter "signdIn". Did you mean "signedIn"?'],
    ['ada@example.com', 'The parameter "latchkey" of a story takes an object.'],
    [{ signedIn: 'nobody' }, 'there is no user with this id.'],
    [{ scenario: { people: [{ email: 1 }] } }, 'people[0].email'],
    [{ wallets: 2 }, 'The parameter "latchkey.wallets" of a story takes a list'],
    [{ wallets: [{ nmae: 'MetaMask' }] }, 'there is no option of wallets of EVM "nmae". Did you mean "name"?'],
  ])('refuses the parameters %j of a story', async (parameters, sentence) => {
    const { show } = createStorybook()
    await expect(show('one', parameters as LatchkeyParameters)).rejects.toThrow(sentence)
    // Nothing of it stays.
    const next = await show('next')
    expect(await emails(next)).toEqual([])
    next.end()
  })

  it('refuses an option that the mock does not have, and leaves fetch alone', () => {
    const before = globalThis.fetch
    expect(() => createPreview({ provider: ['google'] } as object)).toThrow('Did you mean "providers"?')
    expect(globalThis.fetch).toBe(before)
  })
})
