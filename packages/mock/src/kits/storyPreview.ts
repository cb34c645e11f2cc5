import { assertKeys } from '@latchkey/base/nearest'
import type { Scenario } from '@latchkey/contract/generated/scenario'
import { storedSessionKey } from '@latchkey/contract/storedSession'
import type { CreateBrowserWallet } from '../control/device/browserWalletOptions.ts'
import { createMock, type Mock, type MockOptions } from '../mock/createMock.ts'
import { readOptions } from '../mock/readOptions.ts'
import { createFetchRouter } from './fetchRouter.ts'
import { openSession, type OpenSession, type Person } from './openSession.ts'
import {
  type ChosenFailure,
  type FailingCalls,
  type FailureToolbar,
  failureToolbar,
  makeStoryFailure,
} from './storyFailures.ts'

/** How the stories get their mocks: options of the mock, and these. */
export interface PreviewOptions extends MockOptions {
  /** Fills the mock that each story gets a copy of. */
  prepare?: ((mock: Mock) => unknown) | undefined
}

/** The settings of a story for its mock, as `parameters.latchkey`. */
export interface LatchkeyParameters {
  /**
   * The person whom the story signs in: an e-mail address, whose user is created if there is none, or a user or the
   * user's id.
   */
  readonly signedIn?: Person
  /** The data of the story's mock, in addition to that of `prepare`. */
  readonly scenario?: Scenario
  /** The sign-in providers of the sandbox, instead of those of the options. */
  readonly providers?: MockOptions['providers']
  /** Browser wallets in the page of the story, each by the options of `mock.wallets.browser()`: `[{ name: 'MetaMask' }]`. */
  readonly wallets?: readonly Parameters<CreateBrowserWallet>[0][]
  /**
   * The calls that fail by the failure that somebody chooses in the toolbar, or by `failure`: those of an operation,
   * such as `profile.get`.
   *
   * @default '*', which stands for every call
   */
  readonly failing?: FailingCalls
  /** The failure of this story, whatever the toolbar says: one of `failuresOf()`, such as `the session has ended`. */
  readonly failure?: string
  /** Changes the story's mock further, for example by `mock.faults.set(…)`. */
  readonly prepare?: (mock: Mock) => unknown
}

type StoryWallet = Awaited<ReturnType<CreateBrowserWallet>>

/** The mock of a story, for the story and its `play` function: `loaded.latchkey`. */
export interface StoryMock {
  readonly mock: Mock
  /** The session of a story with `signedIn`. */
  readonly session: OpenSession | undefined
  /** The browser wallets in the page, in the order of the parameter `wallets`. The story answers for their person. */
  readonly wallets: readonly StoryWallet[]
  /** The name of the failure that the story or somebody in the toolbar has chosen. */
  readonly failure: string | undefined
}

/** The part of Storybook's context of a story that the kit reads. */
export interface StoryContext {
  readonly id: string
  readonly name: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly loaded: Readonly<Record<string, unknown>>
  readonly globals?: Readonly<Record<string, unknown>>
}

/** Annotations for the preview of Storybook 8.1 or later. */
export interface LatchkeyPreview {
  /** Create the mock of a story. */
  readonly loaders: ((context: StoryContext) => Promise<{ latchkey: StoryMock }>)[]
  /** Lets the mock answer the story. @returns A function that ends this. */
  readonly beforeEach: (context: StoryContext) => () => void
  /** Fails a story that has called the service at another URL. */
  readonly afterEach: (context: StoryContext) => void
  /** Refuse to render a story whose loaders have not run. */
  readonly decorators: (<Result>(story: () => Result, context: StoryContext) => Result)[]
  readonly parameters: Readonly<Record<string, unknown>>
  /** The toolbar by which somebody chooses how the calls of a story fail: the global `latchkeyFailure`. */
  readonly globalTypes: { readonly latchkeyFailure: FailureToolbar }
}

const severalStories =
  'several stories are on this page, and it cannot be told which of them sent this request. ' +
  'Set the parameter docs.story.inline to false, so that each story has a page of its own.'

/**
 * Makes the annotations that give each story a mock, which answers what the story fetches from the service. It replaces
 * the global `fetch` at once, so call it in `.storybook/preview.ts`.
 *
 * @throws TypeError like `createMock`
 * @example
 * import { createPreview } from '@latchkey/mock/storybook'
 * export default { ...createPreview({ baseUrl: 'https://api.example.com' }) }
 */
export function createPreview({ prepare, ...options }: PreviewOptions = {}): LatchkeyPreview {
  readOptions(options)
  const router = createFetchRouter({
    ambiguity: severalStories,
    remedy: 'Set `baseUrl` of `createPreview()` to where the stories call it.',
  })
  const prepareMock = async (providers = options.providers) => {
    const mock = createMock({ ...options, providers })
    await prepare?.(mock)
    return mock
  }
  let prepared: Promise<Mock> | undefined
  async function forkPrepared(): Promise<Mock> {
    prepared ??= prepareMock()
    return (await prepared).fork()
  }
  const shown = new Map<string, { readonly story: StoryMock; assertReached(): void; end(): void }>()

  async function load({ id, parameters, globals }: StoryContext): Promise<{ latchkey: StoryMock }> {
    const settings = readParameters(parameters.latchkey)
    const failure = chooseFailure(settings, globals)
    // Storybook loads anew when somebody changes the args of a story, whose components stay.
    const present = shown.get(id)
    if (present && (present.story.failure === failure?.name || remount(id))) return { latchkey: present.story }
    const { providers, scenario, signedIn, wallets: options = [], prepare: change } = settings
    const mock = providers ? await prepareMock(providers) : await forkPrepared()
    if (scenario) await mock.load(scenario)
    await change?.(mock)
    const origin = globalThis.document?.location.origin
    const session = signedIn === undefined ? undefined : await openSession(mock, { person: signedIn, origin })
    const wallets: StoryWallet[] = []
    // One after the other, so that the mock's seed determines each.
    for (const each of options) wallets.push(await mock.wallets.browser(each))
    if (failure) makeStoryFailure(mock, failure, session?.user.id)
    return { latchkey: { mock, session, wallets, failure: failure?.name } }
  }

  /** The fetches and the storage are those of the story from here on, until it ends. */
  function show({ id, loaded }: StoryContext): () => void {
    const story = loaded.latchkey as StoryMock
    const present = shown.get(id)
    if (present?.story === story) return present.end
    const { keepCookies, assertReached, release } = router.attach(story.mock)
    keepCookies(story.session?.cookies ?? [])
    const forget = keep(story)
    const uninstalls = story.wallets.map((wallet) => wallet.install())
    const end = () => {
      release()
      forget()
      for (const uninstall of uninstalls) uninstall()
      story.mock.close()
      if (shown.get(id)?.story === story) shown.delete(id)
    }
    present?.end()
    shown.set(id, { story, assertReached, end })
    return end
  }

  return {
    loaders: [load],
    beforeEach: show,
    afterEach: ({ id }) => shown.get(id)?.assertReached(),
    decorators: [assertLoaded],
    // On a page of documentation each story has a frame, and so a mock, of its own.
    parameters: { docs: { story: { inline: false } } },
    globalTypes: { latchkeyFailure: failureToolbar() },
  }
}

function chooseFailure(
  { failing = '*', failure }: LatchkeyParameters,
  globals: StoryContext['globals'] = {},
): ChosenFailure | undefined {
  const name = failure ?? globals['latchkeyFailure'] ?? ''
  if (typeof name !== 'string')
    throw new TypeError('The failure of a story is a text: a name that `failuresOf()` lists.')
  return name === '' ? undefined : { of: failing, name }
}

/** The channel between Storybook and its preview. */
interface Channel {
  listenerCount(event: string): number
  emit(event: string, message: unknown): void
}

/**
 * Shows a story from its beginning, as the button of Storybook does: when a global changes, the components stay, and do
 * not call again by themselves.
 *
 * @returns Whether there is a Storybook that does it
 */
function remount(storyId: string): boolean {
  const { __STORYBOOK_ADDONS_CHANNEL__: channel } = globalThis as { readonly __STORYBOOK_ADDONS_CHANNEL__?: Channel }
  if (!channel?.listenerCount('forceRemount')) return false
  channel.emit('forceRemount', { storyId })
  return true
}

function readParameters(value: unknown): LatchkeyParameters {
  const parameters = value ?? {}
  if (typeof parameters !== 'object') throw new TypeError('The parameter "latchkey" of a story takes an object.')
  assertKeys(parameters, ['signedIn', 'scenario', 'providers', 'wallets', 'failing', 'failure', 'prepare'], {
    call: 'parameters.latchkey',
    what: 'parameter',
  })
  const { wallets } = parameters as LatchkeyParameters
  if (wallets !== undefined && !Array.isArray(wallets))
    throw new TypeError(
      'The parameter "latchkey.wallets" of a story takes a list, of options of `mock.wallets.browser()`.',
    )
  return parameters
}

/** Stores the session of a story, or none: the story before may have left one. */
function keep({ mock, session }: StoryMock): () => void {
  if (typeof localStorage === 'undefined' || typeof document === 'undefined') return () => undefined
  const key = storedSessionKey(mock.defaults.environments.sandbox.id)
  const forget = () => localStorage.removeItem(key)
  forget()
  if (session) localStorage.setItem(key, session.stored.value)
  return forget
}

function assertLoaded<Result>(story: () => Result, { name, loaded }: StoryContext): Result {
  if (loaded.latchkey === undefined)
    throw new TypeError(
      `Failed to render the story "${name}": it has no mock yet. Call its "run()", or its "load()" before you render it.`,
    )
  return story()
}
