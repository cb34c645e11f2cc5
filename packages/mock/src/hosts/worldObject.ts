import { readBaseUrl } from '@latchkey/base/baseUrl'
import { defined } from '@latchkey/base/defined'
import { assertKeys } from '@latchkey/base/nearest'
import type { MockOptions } from '../mock/createMock.ts'
import {
  checkedWhenRead,
  count,
  defaultsOf,
  type Filled,
  isText,
  type OptionRules,
  problemOf,
  takes,
  trueOrFalse,
} from '../mock/optionRule.ts'
import { mockOptionNames } from '../mock/optionRules.ts'
import { type ObjectContext, readEnvironment } from './cloudflarePlatform.ts'
import { createWorldHost, type WorldHost } from './worldHost.ts'

/** Options of the mock of each world. There is no `smtp`, since nodemailer does not run in Workers. */
export type WorldMockOptions = Omit<
  MockOptions,
  | 'seed'
  | 'randomness'
  | 'baseUrl'
  | 'persistence'
  | 'schedule'
  | 'deliver'
  | 'allowPrivateWebhooks'
  | 'webhookHosts'
  | 'smtp'
>

/** The options of the Durable Objects of a Worker, besides those of their mocks. */
export interface WorldObjectOptions {
  /** Name of the Worker's binding to the Durable Objects. @default 'WORLDS' */
  readonly binding?: string | undefined
  /**
   * Origin by which callers reach the Worker, such as `https://mock.example.com`. Tokens contain it.
   *
   * @default the origin of the first request
   */
  readonly baseUrl?: string | undefined
  /** How many worlds the Worker keeps at most. @default 1_000 */
  readonly maximumWorlds?: number | undefined
  /**
   * Whether a new world keeps the API tokens of the mock that it is a copy of, so that an app only needs another base
   * URL. Whoever has one of them can then read every world.
   *
   * @default false: each world has tokens of its own, which its control interface shows
   */
  readonly shareTokens?: boolean | undefined
}

/** A Durable Object with one world. */
export interface WorldObject extends WorldHost {
  /** The platform's mark of the classes of Durable Objects, only for its types. */
  readonly __DURABLE_OBJECT_BRAND: never
}

/** The class of the Durable Objects, which the Worker's module exports. */
export interface WorldObjectClass {
  new (ctx: ObjectContext, env: object): WorldObject
}

/** The options that {@link WorldMockOptions} leaves out. */
const leftOut = {
  seed: 0,
  randomness: 0,
  baseUrl: 0,
  persistence: 0,
  schedule: 0,
  deliver: 0,
  allowPrivateWebhooks: 0,
  webhookHosts: 0,
  smtp: 0,
} satisfies Record<Exclude<keyof MockOptions, keyof WorldMockOptions>, 0>

const ownMockOptions = mockOptionNames.filter((name) => !(name in leftOut))

/** How the options of {@link createWorldObject} are checked, and their defaults. */
export const worldObjectRules = {
  binding: { default: 'WORLDS', ...takes('takes the name of a binding', isText) },
  baseUrl: checkedWhenRead,
  maximumWorlds: { default: 1_000, ...count },
  shareTokens: { default: false, ...trueOrFalse },
} as const satisfies OptionRules<WorldObjectOptions>

/**
 * Creates the class of the Durable Objects of a Worker. Each object is one world: its SQLite keeps the state, and its
 * alarm runs the jobs. Ids, codes, secrets and signing keys come from the platform's randomness, since strangers can
 * reach a Worker. The ids of the environments, their project and organization are those of every mock.
 *
 * The class needs `new_sqlite_classes` in the Worker's migrations.
 *
 * @param mockOptions - Of the mock of each world. Worlds that exist already keep their state.
 * @throws TypeError when an option is unknown or cannot be read
 * @example
 * import { createWorker, createWorldObject } from '@latchkey/mock/cloudflare'
 *
 * export class LatchkeyWorld extends createWorldObject({ providers: ['emailOnly', 'google'] }) {}
 * export default createWorker()
 */
export function createWorldObject(
  mockOptions: WorldMockOptions = {},
  options: WorldObjectOptions = {},
): WorldObjectClass {
  const call = 'createWorldObject()'
  assertKeys(mockOptions, ownMockOptions, { call, what: 'option' })
  assertKeys(options, Object.keys(worldObjectRules), { call, what: 'option' })
  const problem = problemOf(options, worldObjectRules)
  if (problem !== undefined) throw new TypeError(`Failed to call "${call}": ${problem}`)
  const filled = { ...defaultsOf(worldObjectRules), ...defined(options) }
  const { binding, baseUrl, maximumWorlds, shareTokens } = filled as Filled<WorldObjectOptions, typeof worldObjectRules>
  const hostOptions = { mockOptions, baseUrl: baseUrl && readOrigin(call, baseUrl), maximumWorlds, shareTokens }

  return class implements WorldHost {
    declare readonly __DURABLE_OBJECT_BRAND: never
    readonly #host: WorldHost

    constructor({ storage }: ObjectContext, env: object) {
      this.#host = createWorldHost(storage, readEnvironment(env, binding), hostOptions)
    }

    fetch(request: Request): Promise<Response> {
      return this.#host.fetch(request)
    }

    alarm(): Promise<void> {
      return this.#host.alarm()
    }
  }
}

/** @throws TypeError for a base URL with a path */
function readOrigin(call: string, baseUrl: string): string {
  const url = readBaseUrl(call, baseUrl)
  if (url === new URL(url).origin) return url
  throw new TypeError(`Failed to call "${call}": \`baseUrl\` takes an origin, without a path.`)
}
