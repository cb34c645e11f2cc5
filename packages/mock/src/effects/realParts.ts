import type { Time } from '@latchkey/base/clock'
import { createPartUses, type NewUse, type PartUse } from '@latchkey/base/partUses'
import { type Answers, type AskedQuestion, createAnswers, OutsideFailure } from '@latchkey/base/questions'
import { UnavailablePart } from '@latchkey/base/unavailablePart'
import type { RealChain, RealNetwork } from '@latchkey/chains/real/realChain'
import { type MessageReceiver, nameOfReceiver } from './messageReceiver.ts'
import type { Outside } from './outside.ts'

/** A part of the world outside that is real. */
export interface RealPart
  extends Pick<RealChain, 'name' | 'origin' | 'check'>, Partial<Pick<RealChain, 'node' | 'network' | 'hasNames'>> {
  /** The URL of a JWK set, as settings of environments name it. There is one part of each. */
  readonly keySetUrl?: string
  /** Whether it is for one tenant of a provider, and therefore goes before the one for all of them. */
  readonly isOfTenant?: boolean
  /** Gets the messages of its channel as well, after the commits of those who sent them. */
  readonly receiver?: MessageReceiver
  /** Answers for this part, and lets the world outside answer everything else. */
  join?(outside: Outside, answers: Answers, clock: Time): Outside
}

/** Why a part cannot be attached. What has not answered as it should may do so later. */
export const attachFailure = (name: string, cause: Error): TypeError =>
  cause instanceof OutsideFailure
    ? new UnavailablePart(name, cause.message, { cause })
    : new TypeError(`Failed to attach ${name}: ${cause.message}`, { cause })

/** A piece of work that asks real parts. */
export interface RealWork {
  readonly answers: Answers
  readonly clock: Time
}

/** The parts of one mock's world outside that are real. They are no part of its state. */
export interface RealParts {
  /** In the order in which they were attached. */
  list(): readonly RealPart[]
  find(name: string): RealPart | undefined
  /** The part that is a chain. */
  chainAt(network: RealNetwork): RealPart | undefined
  /** The receiver of the messages of a channel. */
  receiverOf(channel: MessageReceiver['channel']): MessageReceiver | undefined
  /** Adds a part, or replaces the one of its name. */
  attach(part: RealPart): void
  /** @returns Whether there was such a part. */
  detach(name: string): boolean
  /** Ends the use of the parts: others no longer share them with this mock. */
  release(): void
  /** The answers of a new piece of work; `undefined` where nothing is real. */
  beginAnswers(): Answers | undefined
  /** Counts that a part was asked or sent something. */
  note(name: string, use: NewUse): void
  useOf(name: string): PartUse
  /** Grows with each change, also of the uses. */
  readonly version: number
}

/** The outcome of a check that throws sentences. @returns The sentence, or `undefined` */
export async function problemOf(probe: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await probe()
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** The name of an identity provider among the real parts. @param domain - Of the one tenant that it is for. */
export const nameOfProvider = (provider: string, domain?: string): string =>
  `provider ${provider}${domain === undefined ? '' : ` ${domain.toLowerCase()}`}`

/** How many mocks have a part. */
const holders = new WeakMap<RealPart, number>()

const hold = (part: RealPart, change: 1 | -1) => void holders.set(part, (holders.get(part) ?? 0) + change)

/** Whether a fork and its origin, or several worlds, have a part together: a real part has no forks. */
export const isShared = (part: RealPart): boolean => (holders.get(part) ?? 0) > 1

/** The name of an issuer among the real parts, by its host: another set of the same host gets a number. */
export function nameOfIssuer(parts: RealParts, jwksUrl: string, host: string): string {
  const isTaken = (name: string) => {
    const part = parts.find(name)
    return part !== undefined && part.keySetUrl !== jwksUrl
  }
  let name = `issuer ${host}`
  for (let count = 2; isTaken(name); count++) name = `issuer ${host} ${count}`
  return name
}

/** The kinds of parts, as people tell them apart. */
export type PartKind = 'chain' | 'provider' | 'issuer' | 'email' | 'sms' | 'other'

const kindsByName: Readonly<Record<string, PartKind>> = { provider: 'provider', issuer: 'issuer' }

export function kindOf({ name, node, receiver }: RealPart): PartKind {
  if (node) return 'chain'
  return receiver?.channel ?? kindsByName[name.split(' ')[0] ?? ''] ?? 'other'
}

/**
 * @param initial - The parts of a mock from which this one is forked.
 * @param changed - Called after each change, also of the uses.
 */
export function createRealParts(initial: readonly RealPart[] = [], changed = () => {}): RealParts {
  const parts = new Map(initial.map((part) => [part.name, part]))
  const uses = createPartUses()
  let version = 0
  for (const part of initial) hold(part, 1)

  function tell(): void {
    version += 1
    changed()
  }
  function note(name: string, use: NewUse): void {
    uses.note(name, use)
    tell()
  }

  function detach(name: string): boolean {
    const part = parts.get(name)
    if (part) hold(part, -1)
    uses.forget(name)
    return parts.delete(name)
  }
  const noteQuestion = ({ source, ...use }: AskedQuestion) => note(source, use)

  return {
    list: () => [...parts.values()],
    find: (name) => parts.get(name),
    chainAt: ({ family, networkId }) =>
      [...parts.values()].find(({ network }) => network?.family === family && network.networkId === networkId),
    receiverOf: (channel) => parts.get(nameOfReceiver[channel])?.receiver,
    attach(part) {
      detach(part.name)
      parts.set(part.name, part)
      hold(part, 1)
      tell()
    },
    detach(name) {
      const isDetached = detach(name)
      if (isDetached) tell()
      return isDetached
    },
    release() {
      for (const part of parts.values()) hold(part, -1)
    },
    beginAnswers: () => ([...parts.values()].some(({ join }) => join) ? createAnswers(noteQuestion) : undefined),
    note,
    useOf: uses.of,
    get version() {
      return version
    },
  }
}

/** The world outside with the parts that are real. */
export function joinRealParts(parts: RealParts, outside: Outside, { answers, clock }: RealWork): Outside {
  const all = parts.list()
  // The last one is asked first.
  const ordered = [...all.filter(({ isOfTenant }) => !isOfTenant), ...all.filter(({ isOfTenant }) => isOfTenant)]
  return ordered.reduce((joined, part) => part.join?.(joined, answers, clock) ?? joined, outside)
}
