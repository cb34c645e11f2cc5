import { startStopwatch } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import type { PartUse } from '@latchkey/base/partUses'
import { kindOf, type PartKind } from '../../effects/realParts.ts'
import type { World } from '../../world/world.ts'
import { type AttachedPart, shown } from './attachControl.ts'

/** A real part, and how it has answered since it was attached. */
interface RealPartView extends AttachedPart, PartUse {
  readonly kind: PartKind
  /** Whether `check` can ask it. */
  readonly hasCheck: boolean
}

/** The outcome of a check. */
interface CheckedPart {
  /** Milliseconds of real time. */
  readonly durationMs: number
  /** Why it does not answer; absent if it does. */
  readonly problem?: string
}

/** All parts of the world outside that are real: chains, providers, mailboxes and others. */
export interface OutsideControl {
  /** The real parts, in the order in which they were attached. */
  list(): RealPartView[]
  /** Asks a part whether it answers. @throws TypeError for an unknown part, and for one that cannot be checked */
  check(name: string): Promise<CheckedPart>
  /** Returns a part to its simulation. @returns Whether there was one of this name. */
  detach(name: string): boolean
}

export function createOutsideControl({ realParts }: Pick<World, 'realParts'>): OutsideControl {
  return {
    list: () =>
      realParts.list().map((part) => ({
        ...shown(part),
        kind: kindOf(part),
        hasCheck: part.check !== undefined,
        ...realParts.useOf(part.name),
      })),
    async check(name) {
      const part = realParts.find(name)
      if (!part) throw new TypeError(`Failed to call "outside.check()": no real part has the name ${name}.`)
      if (!part.check) throw new TypeError(`Failed to call "outside.check()": ${name} has nothing to ask for.`)
      const elapsed = startStopwatch()
      const problem = await part.check()
      const checked = { durationMs: elapsed(), ...defined({ problem }) }
      // It may have been detached meanwhile.
      if (realParts.find(name) === part) realParts.note(name, checked)
      return checked
    },
    detach: (name) => realParts.detach(name),
  }
}
