import type { Bridge, InjectedCard, InjectedChange, InjectedFailure, InjectedMembers, WireError } from '../wire.ts'
import { createEmitter } from './emitter.ts'
import { hearMessages } from './injectedMessages.ts'
import { fromPlain, toPlain } from './injectedValues.ts'
import type { Install, PageWindow } from './pageWindow.ts'
import { errorOf } from './walletFailure.ts'

/** The error of a call that fails. */
function failureOf(error: WireError, form: InjectedFailure | undefined): unknown {
  if (form === 'sentence') return error.message
  return form === 'uncodedError' ? new Error(error.message) : errorOf(error)
}

/** The properties of the objects of a card. */
function createObjects({ id, facts: firstFacts }: InjectedCard, bridge: Bridge, page: PageWindow) {
  const { emitter, emit } = createEmitter()
  let facts = firstFacts ?? {}
  let hasHeard = false

  function apply({ facts: next, signals }: InjectedChange): void {
    facts = { ...facts, ...next }
    for (const signal of signals) {
      if (signal.to === 'listeners') emit(signal.name, ...signal.data)
      else if (signal.to === 'window') page.dispatchEvent(new page.CustomEvent(signal.name, { detail: undefined }))
      else page.postMessage?.(signal.data, page.location.origin)
    }
  }
  bridge.listen((event) => {
    if (event.wallet !== id || event.event !== 'injected') return
    hasHeard = true
    apply(event.data)
  })

  async function call(method: string, values: readonly unknown[], form?: InjectedFailure): Promise<unknown> {
    const reply = await bridge.send({ wallet: id, method, params: toPlain(values) })
    if ('error' in reply) throw failureOf(reply.error, form)
    return fromPlain(reply.result)
  }

  /** @param before - The arguments that created the object, which its functions pass on first. */
  function propertiesOf(members: InjectedMembers, before: readonly unknown[]): PropertyDescriptorMap {
    return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, propertyOf(member, before)]))
  }

  const objectOf = (members: InjectedMembers, before: readonly unknown[]): object =>
    Object.defineProperties({}, propertiesOf(members, before))

  function propertyOf(member: InjectedMembers[string], before: readonly unknown[]): PropertyDescriptor {
    const common = { configurable: true, enumerable: true }
    const constant = (value: unknown) => ({ ...common, value, writable: true })
    if ('is' in member) return constant(member.is)
    if ('fact' in member) return { ...common, get: () => facts[member.fact] }
    if ('calls' in member)
      return constant((...values: unknown[]) => call(member.calls, [...before, ...values], member.throws))
    if ('listens' in member) return constant(emitter[member.listens])
    if ('subscribes' in member)
      return constant((listener: () => void) => {
        emitter.on(member.subscribes, listener)
        return () => void emitter.off(member.subscribes, listener)
      })
    if ('creates' in member) {
      const create = (...values: unknown[]) => objectOf(member.creates, [...before, ...values])
      return constant(member.isLater ? async (...values: unknown[]) => create(...values) : create)
    }
    const object = objectOf(member.members, before)
    const { whileFact } = member
    return whileFact === undefined ? constant(object) : { ...common, get: () => Boolean(facts[whileFact]) && object }
  }

  return {
    call,
    propertiesOf,
    /** Asks what a page sees that has access already. */
    async begin(): Promise<void> {
      const present = (await call('facts', []).catch(() => undefined)) as InjectedChange | undefined
      // An event is newer than the reply.
      if (present && !hasHeard) apply(present)
    },
  }
}

/** Sets the properties of a window, and announces the wallet to the pages that ask for it. */
export const installInjected: Install<InjectedCard> = (page, card, bridge) => {
  const { call, propertiesOf, begin } = createObjects(card, bridge, page)
  const properties = Object.entries(propertiesOf(card.members, []))
  const before = properties.map(([name]) => [name, Object.getOwnPropertyDescriptor(page, name)] as const)
  for (const [name, property] of properties) Object.defineProperty(page, name, property)
  const ends = [announce(page, card), hearMessages(page, card, call), ...appendToLists(page, card)]
  if (card.facts) void begin()
  return () => {
    for (const end of ends) end()
    for (const [index, [name, descriptor]] of before.entries()) {
      const ours = properties[index]?.[1]
      const present = Object.getOwnPropertyDescriptor(page, name)
      // The page, or another wallet, may have set it since.
      if (!present || present.value !== ours?.value || present.get !== ours?.get) continue
      if (descriptor) Object.defineProperty(page, name, descriptor)
      else Reflect.deleteProperty(page, name)
    }
  }
}

/** Appends to lists of the window, which the page or another wallet may have created. */
function appendToLists(page: PageWindow, { listed = {} }: InjectedCard): readonly (() => void)[] {
  return Object.entries(listed).map(([name, entry]) => {
    const present: unknown = Reflect.get(page, name)
    const list: unknown[] = Array.isArray(present) ? present : []
    if (list !== present) Reflect.set(page, name, list)
    list.push(entry)
    return () => {
      const index = list.indexOf(entry)
      if (index !== -1) list.splice(index, 1)
    }
  })
}

function announce(page: PageWindow, { id, name, icon, announcement }: InjectedCard): () => void {
  if (!announcement) return () => {}
  const { event, asked, rdns, provider } = announcement
  const info = Object.freeze({ uuid: id, name, icon, rdns })
  const detail = Object.freeze({ info, provider: Reflect.get(page, provider) as unknown })
  const tell = () => void page.dispatchEvent(new page.CustomEvent(event, { detail }))
  page.addEventListener(asked, tell)
  tell()
  return () => page.removeEventListener(asked, tell)
}
