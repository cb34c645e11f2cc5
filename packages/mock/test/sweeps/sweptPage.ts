import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Faults that can be planted in the page, each in place of what it does right. */
type PlantedFault =
  | 'does not catch'
  | 'waits for ever'
  | 'tries without an end'
  | 'goes white'
  | 'stays signed in'
  | 'says nothing'
  | 'moves'

/** A page that signs people in by code, and shows and changes their profile. It needs no library. */
export interface SweptPage {
  readonly url: string
  /** The URL of the page with a fault. */
  with(fault: PlantedFault): string
  /** The URL of the page without a fault, which sends its requests by `XMLHttpRequest`, as axios does. */
  readonly xhrUrl: string
  close(): void
}

/** @param api - Where the page calls the service, up to the id of the environment. */
export async function serveSweptPage(api: string): Promise<SweptPage> {
  const html = `<!doctype html><title>Profile</title><main></main><script>(${app})(${JSON.stringify(api)})</script>`
  const server = createServer((_, response) => void response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const withFault = (fault: PlantedFault) => `${url}?${new URLSearchParams({ fault })}`
  return { url, with: withFault, xhrUrl: `${url}?xhr`, close: () => void server.close() }
}

/** The script of the page. It runs there, so it uses nothing from outside. */
const app = String.raw`(api) => {
  const fault = new URLSearchParams(location.search).get('fault')
  const main = document.querySelector('main')
  const find = (selector) => main.querySelector(selector)
  const limitMs = fault === 'waits for ever' ? 1e9 : 10_000
  let token
  let email

  const isXhr = new URLSearchParams(location.search).has('xhr')

  function sendXhr(method, path, body) {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, api + path)
      request.timeout = limitMs
      request.responseType = 'json'
      request.setRequestHeader('content-type', 'application/json')
      if (token) request.setRequestHeader('authorization', 'Bearer ' + token)
      request.onload = () => {
        const { status, response } = request
        if (status < 400) resolve(response)
        else reject(Object.assign(new Error('refused with ' + status), { status }))
      }
      request.ontimeout = () => reject(new Error('took too long'))
      request.onerror = () => reject(new Error('no connection'))
      request.send(body && JSON.stringify(body))
    })
  }

  async function send(method, path, body) {
    if (isXhr) return sendXhr(method, path, body)
    const headers = { 'content-type': 'application/json', ...(token && { authorization: 'Bearer ' + token }) }
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), limitMs)
    try {
      const reply = await fetch(api + path, { method, headers, signal: controller.signal, body: body && JSON.stringify(body) })
      if (!reply.ok) throw Object.assign(new Error('refused with ' + reply.status), { status: reply.status })
      return reply.status === 204 ? undefined : await reply.json()
    } finally {
      clearTimeout(timer)
    }
  }

  /** Reads are sent once more after a second. */
  async function read(path) {
    for (let count = 1; ; count += 1) {
      try {
        return await send('GET', path)
      } catch (error) {
        const isLast = count > 1 && fault !== 'tries without an end'
        if (isLast || error.status < 500) throw error
        await new Promise((resolve) => setTimeout(resolve, fault === 'tries without an end' ? 100 : 1000))
      }
    }
  }

  function say(error) {
    if (fault === 'says nothing' || fault === 'goes white') return
    if (error.status === 401 && fault !== 'stays signed in') {
      token = undefined
      return showSignIn('Your session has ended.')
    }
    find('[role=alert]').textContent = error.status < 500 ? 'That was refused.' : 'Try again later.'
  }

  /** Does the work of a button, which is disabled meanwhile. */
  function on(selector, work) {
    find(selector).onclick = async ({ target }) => {
      target.disabled = true
      const done = work()
      if (fault === 'does not catch') return done
      await done.catch(say)
      target.disabled = false
    }
  }

  function showSignIn(note = '') {
    main.innerHTML = '<label>E-mail <input id="email"></label><button id="send">Send</button><p role="alert"></p>'
    find('[role=alert]').textContent = note
    on('#send', async () => {
      email = find('#email').value
      showCode(await send('POST', '/emailVerifications/create', { email }))
    })
  }

  function showCode({ verificationUUID }) {
    main.innerHTML = '<label>Code <input id="code"></label><button id="enter">Sign in</button><p role="alert"></p>'
    on('#enter', async () => {
      const body = { verificationUUID, verificationToken: find('#code').value }
      token = (await send('POST', '/emailVerifications/signin', body)).jwt
      await showProfile()
    })
  }

  async function showProfile() {
    const user = await readProfile()
    main.innerHTML = '<output></output><label>Name <input id="name"></label><button id="save">Save</button><p role="alert"></p>'
    find('output').textContent = (user.firstName ?? 'Hello') + ' ' + user.email
    on('#save', async () => {
      await send('PUT', '/users', { firstName: find('#name').value })
      const user = await readProfile()
      find('output').textContent = user.firstName + ' ' + user.email
    })
  }

  async function readProfile() {
    const before = [...main.childNodes]
    if (fault === 'goes white') main.replaceChildren()
    const user = await read('/users')
    main.replaceChildren(...before)
    return user
  }

  if (fault === 'moves') {
    const banner = document.body.appendChild(document.createElement('i'))
    const move = () => requestAnimationFrame(move, (banner.style.width = performance.now() % 100 + 'px'))
    move()
  }
  showSignIn()
}`
