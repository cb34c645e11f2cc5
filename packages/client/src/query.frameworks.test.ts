import { createMock } from '@latchkey/mock'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadQueriesOfSolid } from '../test/views/queriesOfSolid.ts'
import { loadQueriesOfSvelte } from '../test/views/queriesOfSvelte.ts'
import { loadQueriesOfVue } from '../test/views/queriesOfVue.ts'
import type { MountQueries, QueryActions } from '../test/views/queryPage.ts'
import { createTransport } from './calls/createTransport.ts'
import { bearer } from './policies/auth.ts'

/** The global variables in which frameworks look for a page. */
const globals = ['window', 'document', 'Node', 'Element', 'HTMLElement', 'Text', 'SVGElement'] as const

describe.each([
  ['Vue', loadQueriesOfVue],
  ['Svelte', loadQueriesOfSvelte],
  ['Solid', loadQueriesOfSolid],
] as const)('the options of queries with the adapter for %s', (_, load) => {
  let mount: MountQueries

  beforeAll(async () => {
    const { window } = new JSDOM('<!doctype html>', { url: 'https://app.example.com', pretendToBeVisual: true })
    for (const name of globals) vi.stubGlobal(name, window[name as 'window'])
    mount = await load()
  })
  afterAll(() => void vi.unstubAllGlobals())

  /** A page that shows a gate and three users of a sandbox. */
  async function open(id?: string) {
    const mock = createMock({ seed: 'queries' })
    const { id: environmentId, token } = mock.defaults.environments.sandbox
    const gate = await mock.create.gate({ name: 'Members', enabled: false })
    for (const name of ['ada', 'grace', 'joan']) await mock.create.user({ email: `${name}@example.com` })
    const api = createTransport({ baseUrl: mock.baseUrl, environmentId, auth: bearer(token), fetch: mock.fetch })
    const element = document.createElement('div')
    document.body.append(element)
    let actions: QueryActions | undefined
    const unmount = mount(element, { api, gateId: id ?? gate.id, onReady: (ready) => (actions = ready) })
    onTestFinished(() => void unmount())
    const shows = (text: string) => vi.waitFor(() => expect(element.textContent).toBe(text))
    return { shows, actions: actions as QueryActions, mock }
  }

  it('show an object and the pages of a list, and what a mutation has changed', async () => {
    const { shows, actions } = await open()
    await shows('Members off, 2 users')
    await actions.fetchNextPage()
    await shows('Members off, 3 users')
    await actions.enable()
    await shows('Members on, 3 users')
  })

  it('show the error of a query that is refused', async () => {
    const { shows } = await open('00000000-0000-7000-8000-0000000000ff')
    await shows('ApiError, 2 users')
  })
})
