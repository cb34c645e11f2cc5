import type { Mock } from '../../src/mock/createMock.ts'
import type { PlantedFault } from './plantedFaults.ts'

/** The surroundings that a page gives to the app. */
export interface Surroundings {
  readonly mock: Mock
  /** Asks the browser wallet. */
  readonly ask: (method: string, ...params: readonly unknown[]) => Promise<unknown>
  readonly recipient: string
}

/** An app that signs people in by code, shows and changes their name, and pays by a browser wallet. */
export interface FaultyApp {
  /** The markup that the page shows. */
  readonly html: string
  /** The same before somebody pressed a button. */
  readonly htmlBefore: string
  type(field: 'code' | 'email' | 'name', value: string): void
  /** Presses a button, as a person does: nobody waits for what it does. */
  press(button: Button): void
}

type Button = 'Pay' | 'Rename' | 'Send' | 'Sign in' | 'Sign out'
type View = 'code' | 'email' | 'profile' | 'signed out'

const limitMs = 10_000
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

interface Sending {
  readonly body?: unknown
  readonly isUnlimited?: boolean
}

/** A refusal of the service. */
class Refused extends Error {
  readonly status: number
  readonly text: string
  constructor(status: number, text: string) {
    super(`refused with ${status}`)
    this.status = status
    this.text = text
  }
}

/** @param planted - The fault that the app has, in place of what it does right. */
export function createFaultyApp({ mock, ask, recipient }: Surroundings, planted: PlantedFault | undefined): FaultyApp {
  const has = (fault: PlantedFault) => planted === fault
  const fields = { code: '', email: '', name: '' }
  let view: View = 'email'
  let token: string | undefined
  let verificationUUID = ''
  let name = ''
  let status = ''
  let alert = ''
  let isBusy = false
  let isWhite = false

  async function send(method: string, path: string, { body, isUnlimited = false }: Sending = {}): Promise<unknown> {
    const controller = new AbortController()
    const timer = isUnlimited ? undefined : setTimeout(() => controller.abort(), limitMs)
    try {
      const reply = await mock.fetch(`${mock.baseUrl}/api/v0/sdk/${mock.defaults.environments.sandbox.id}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: body === undefined ? null : JSON.stringify(body),
        signal: controller.signal,
      })
      if (!reply.ok && has('reads the page of a proxy as JSON')) void reply.clone().json()
      if (!reply.ok) throw new Refused(reply.status, await reply.text())
      if (has('reads half of a reply') && method === 'GET') void reply.clone().json()
      const text = await reply.text()
      return text === '' ? undefined : JSON.parse(text)
    } finally {
      clearTimeout(timer)
    }
  }

  /** @param fault - In place of an error that goes on, the app tries again at once. */
  async function tryWithout(fault: PlantedFault, work: () => Promise<unknown>): Promise<unknown> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if (!has(fault)) throw error
        await sleep(100)
      }
    }
  }

  const works: Readonly<Record<Button, () => Promise<void>>> = {
    async Send() {
      const reply = await send('POST', '/emailVerifications/create', { body: { email: fields.email } })
      ;({ verificationUUID } = reply as { verificationUUID: string })
      view = 'code'
    },
    async 'Sign in'() {
      const body = { verificationUUID, verificationToken: fields.code }
      const signIn = () =>
        send('POST', '/emailVerifications/signin', { body, isUnlimited: has('signs in without a time limit') })
      const reply = await tryWithout('signs in again and again', signIn).catch((error: unknown) => {
        if (!has('takes a used code for a success') || !(error instanceof Refused)) throw error
      })
      token = (reply as { jwt: string } | undefined)?.jwt
      if (token === undefined) name = 'Ada'
      else await readProfile()
      view = 'profile'
    },
    async Rename() {
      const rename = () =>
        send('PUT', '/users', { body: { firstName: fields.name }, isUnlimited: has('renames without a time limit') })
      if (has('shows a name before it is kept')) {
        name = fields.name
        return void rename().catch(() => undefined)
      }
      await tryWithout('renames again and again', rename)
      await readProfile()
    },
    async Pay() {
      const [from] = (await ask('eth_requestAccounts')) as [string]
      status = 'Confirm in your wallet'
      const hash = await Promise.race([pay(from), giveUp()])
      status = 'Paying'
      await waitForReceipt(hash)
      status = 'Paid'
    },
    async 'Sign out'() {
      await send('POST', '/revoke', { body: {} }).catch((error: unknown) => {
        if (has('does not catch a sign-out')) throw error
      })
      token = undefined
      view = 'signed out'
    },
  }

  async function readProfile(): Promise<void> {
    const read = () => send('GET', '/users', { isUnlimited: has('reads without a time limit') })
    if (has('polls without an end')) void poll(read)
    const reading = tryWithout('reads again and again', read)
    const reply = (await reading) as { user?: { firstName?: string }; firstName?: string }
    name = reply.user?.firstName ?? reply.firstName ?? 'nobody'
  }

  async function poll(read: () => Promise<unknown>): Promise<void> {
    const again = async (): Promise<void> => {
      await sleep(1000)
      await read().catch(() => undefined)
      return again()
    }
    await read().catch(again)
  }

  async function giveUp(): Promise<never> {
    await sleep(has('waits for a person who has refused') ? 1e9 : limitMs)
    throw new Error('The wallet gives no answer.')
  }

  async function pay(from: string): Promise<unknown> {
    const send = () => ask('eth_sendTransaction', { from, to: recipient, value: '0xde0b6b3a7640000' })
    return send().catch((error: unknown) => {
      if (has('pays again after a lost reply')) return send()
      if (has('waits for a person who has refused') && isRefusal(error)) return new Promise(() => undefined)
      if (has('takes a refused payment for a paid one')) return undefined
      throw error
    })
  }

  async function waitForReceipt(hash: unknown): Promise<void> {
    if (hash === undefined) return
    for (let attempt = 1; attempt <= 5 || has('waits for a receipt without an end'); attempt += 1) {
      if (await ask('eth_getTransactionReceipt', hash)) return
      await sleep(1000)
    }
    throw new Error('The payment has gone.')
  }

  /** Says what has happened, in words for people. */
  function explain(error: unknown): void {
    if (has('throws in a timer')) setTimeout(() => report(error))
    if (error instanceof Refused && error.status === 401 && token !== undefined && !has('stays signed in')) {
      token = undefined
      view = 'email'
      alert = 'Your session has ended. Sign in again.'
    } else if (error instanceof Refused) {
      alert = has('shows the reply as it is') ? error.text : sentenceOf(error)
    } else {
      alert = has('blames the code for the network') ? 'This code is wrong.' : 'Try again later.'
    }
  }

  async function act(button: Button): Promise<void> {
    if (isBusy) return
    isBusy = true
    alert = ''
    try {
      await works[button]()
    } catch (error) {
      if (has(catchless[button])) throw error
      if (waiting[button] && has(waiting[button])) return
      if (button === 'Sign in' && has('goes white at the sign-in')) isWhite = true
      if (button === 'Rename' && has('goes white at a rename')) isWhite = true
      if (!(button === 'Rename' && has('says nothing of a rename'))) explain(error)
      status = ''
    }
    isBusy = false
  }

  function render(): string {
    if (isWhite) return '<main></main>'
    const busy = isBusy ? '<progress></progress>' : ''
    return `<main>${views[view](name)}${busy}<p>${status}</p><p role="alert">${alert}</p></main>`
  }

  let htmlBefore = ''
  return {
    get html() {
      return render()
    },
    get htmlBefore() {
      return htmlBefore
    },
    type: (field, value) => void (fields[field] = value),
    press(button) {
      htmlBefore = render()
      void act(button)
    },
  }
}

const views: Readonly<Record<View, (name: string) => string>> = {
  email: () => '<h1>Sign in</h1><button>Send</button>',
  code: () => '<h1>Enter the code</h1><button>Sign in</button>',
  profile: (name) => `<h1>Name: ${name}</h1><button>Rename</button><button>Pay</button><button>Sign out</button>`,
  'signed out': () => '<h1>Goodbye</h1>',
}

const catchless = {
  Send: 'does not catch a sending',
  'Sign in': 'does not catch a sign-in',
  Rename: 'does not catch a rename',
  Pay: 'does not catch a payment',
  'Sign out': 'does not catch a sign-out',
} as const

const waiting: Readonly<Partial<Record<Button, PlantedFault>>> = {
  Send: 'waits after a sending',
  'Sign in': 'waits after a sign-in',
  Rename: 'waits after a rename',
  Pay: 'waits after a payment',
}

function sentenceOf({ status }: Refused): string {
  if (status === 429) return 'Too many tries. Wait a minute.'
  return status < 500 ? 'That was refused. Check what you have typed.' : 'Try again later.'
}

const isRefusal = (error: unknown) => Object(error).code === 4001

/** Fails, as a tool can that notes errors of an app. */
function report(error: unknown): never {
  throw new Error('cannot be noted', { cause: error })
}
