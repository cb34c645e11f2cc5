import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { simulateNavigation } from '../../src/hosts/navigation.ts'
import { appUrl, codeVerifier, startRoundTrip } from '../people/oauthRoundTrip.ts'

const host = createHost()
const dialog = () => document.querySelector('dialog')
let release: () => void
/** Where the page would have gone by itself. */
let departures: string[]

beforeEach(async () => {
  for (const provider of ['google', 'apple'] as const) await host.mock.create.provider({ provider })
  await host.mock.idp.google.addUser({ email: 'ada@example.com', displayName: 'Ada Byron' })
  release = simulateNavigation(host.mock)
  departures = []
  navigation.addEventListener('navigate', stay)
})
afterEach(async () => {
  navigation.removeEventListener('navigate', stay)
  release()
  dialog()?.close()
  // A closed dialog leaves the page a little later, and would be taken for that of the next test.
  await expect.poll(dialog).toBeNull()
})

/** Keeps the page, which the tests run in, from going. */
function stay(event: NavigateEvent): void {
  if (event.defaultPrevented) return
  departures.push(event.destination.url)
  event.preventDefault()
}

/** The document that a dialog or window shows, as soon as it has the button. */
async function documentWith(button: string, root: ParentNode = document): Promise<Document> {
  const shown = () => root.querySelector('iframe')?.contentDocument ?? undefined
  await expect.poll(() => buttonIn(shown(), button)).toBeDefined()
  return shown() as Document
}

const buttonIn = (shown: Document | undefined, name: string) =>
  Array.from(shown?.querySelectorAll('button') ?? []).find(({ textContent }) => textContent.includes(name))

async function press(name: string, root?: ParentNode): Promise<void> {
  buttonIn(await documentWith(name, root), name)?.click()
}

const signIn = (code: string | null, state: string) =>
  host.call('oauth.signIn', {
    params: { providerType: 'google' },
    body: { code: code ?? '', state, codeVerifier },
  })

describe('a page that navigates to the provider', () => {
  it('shows the page for choosing an account, and returns to the app with a code that signs in', async () => {
    const { url, state } = await startRoundTrip(host)
    location.assign(url)
    await press('Ada Byron')
    await expect.poll(() => departures).toHaveLength(1)
    const back = new URL(departures[0] ?? '')
    expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([appUrl, state])
    expect((await signIn(back.searchParams.get('code'), state)).body.user?.email).toBe('ada@example.com')
    await expect.poll(dialog).toBeNull()
  })

  it('returns to the app with the error if the person declines', async () => {
    const { url } = await startRoundTrip(host)
    location.href = url
    await press('Cancel and go back')
    await expect.poll(() => departures).toHaveLength(1)
    expect(new URL(departures[0] ?? '').searchParams.get('error')).toBe('access_denied')
  })

  it('shows what is wrong with an address, and accepts the next one', async () => {
    const { url } = await startRoundTrip(host)
    location.assign(url)
    const page = await documentWith('Sign in')
    const field = page.querySelector<HTMLInputElement>('[name=mock_email]')
    if (field) Object.assign(field, { type: 'text', value: 'nobody' })
    buttonIn(page, 'Sign in')?.click()
    await expect
      .poll(() => dialog()?.querySelector('iframe')?.contentDocument?.querySelector('[role=alert]')?.textContent)
      .toBe('Enter an e-mail address, such as ada@example.com.')
    await press('Ada Byron')
    await expect.poll(() => departures).toHaveLength(1)
  })

  it('submits the form that a provider answers with', async () => {
    await host.mock.idp.apple.addUser({ email: 'ada@example.com' })
    const { url } = await startRoundTrip(host, { provider: 'apple' })
    location.assign(url)
    await press('ada@example.com')
    await expect.poll(() => departures).toHaveLength(1)
    expect(new URL(departures[0] ?? '').searchParams.get('code')).not.toBeNull()
  })

  it('shows the answer of the service even if it is not a page', async () => {
    location.assign(`${host.mock.baseUrl}/__mock/idp/nobody/authorize`)
    const text = () => dialog()?.querySelector('iframe')?.contentDocument?.body.textContent
    await expect.poll(text).toContain('"code":"not_found"')
  })

  it('shows the last of several pages', async () => {
    const { url } = await startRoundTrip(host)
    location.assign(`${host.mock.baseUrl}/__mock/idp/nobody/authorize`)
    location.assign(url)
    await expect.poll(() => document.querySelectorAll('dialog').length).toBe(1)
    await documentWith('Ada Byron')
  })

  it('stays where it is when the dialog is closed', async () => {
    const { url } = await startRoundTrip(host)
    location.assign(url)
    await documentWith('Ada Byron')
    dialog()?.close()
    await expect.poll(dialog).toBeNull()
    expect(departures).toEqual([])
  })

  it('navigates to other origins, and within its own', () => {
    location.assign('https://elsewhere.example.com/api/v0/health')
    location.assign('/another/page')
    expect(departures).toEqual(['https://elsewhere.example.com/api/v0/health', `${location.origin}/another/page`])
    expect(dialog()).toBeNull()
  })

  it('navigates to the service after it was stopped', () => {
    release()
    location.assign(`${host.mock.baseUrl}/__mock/idp/google/authorize`)
    expect(departures).toEqual([`${host.mock.baseUrl}/__mock/idp/google/authorize`])
  })
})

describe('a window that the page opens', () => {
  const polled = (state: string) =>
    host.call('oauth.getResult', { params: { providerType: 'google' }, body: { state } })

  it('shows the provider when it navigates there later, and closes when the person is done', async () => {
    const popup = window.open('about:blank', '_blank', 'popup,width=480,height=720')
    if (!popup) expect.fail('The browser opened no window.')
    popup.opener = null
    const { url, state } = await startRoundTrip(host, { redirectUrl: null })
    popup.location.replace(url)
    await press('Ada Byron', popup.document)
    await expect.poll(() => popup.closed).toBe(true)
    const { body } = await polled(state)
    expect((await signIn(body.code ?? null, state)).body.user?.email).toBe('ada@example.com')
  })

  it.each(['popup', 'popup,noopener'])('shows the provider where it begins there: %s', async (features) => {
    const { url, state } = await startRoundTrip(host, { redirectUrl: null })
    const { open } = window
    const opened: (Window | null)[] = []
    release()
    window.open = (...args) => {
      opened.push(open(...args))
      return opened.at(-1) ?? null
    }
    release = simulateNavigation(host.mock)
    const popup = window.open(url, '_blank', features)
    expect(popup === null).toBe(features.includes('noopener'))
    await press('Ada Byron', opened[0]?.document)
    await expect.poll(() => opened[0]?.closed).toBe(true)
    expect((await polled(state)).body.status).toBe('completed')
    window.open = open
  })

  it('is an ordinary one for everything else', () => {
    const popup = window.open('', '_blank', 'popup')
    if (!popup) expect.fail('The browser opened no window.')
    popup.document.title = 'To print'
    popup.location.href = 'about:blank#part'
    expect([popup.document.title, popup.location.hash, popup.closed]).toEqual(['To print', '#part', false])
    popup.close()
    expect(popup.closed).toBe(true)
  })
})
