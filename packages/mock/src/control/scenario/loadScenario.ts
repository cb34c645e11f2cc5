import { createClock, instantForm, toEpoch } from '@latchkey/base/clock'
import type { Scenario } from '@latchkey/contract/generated/scenario'
import type { Faults } from '../../http/faults.ts'
import type { RandomFaults } from '../../http/randomFaults.ts'
import { defaultIds } from '../../world/seedDefaults.ts'
import { transact, type World } from '../../world/world.ts'
import { createScenario, type LoadedScenario } from './createScenario.ts'
import { readScenario, refusal } from './readScenario.ts'

interface Loading {
  readonly world: World
  readonly faults: Pick<Faults, 'begin'>
  /** Runs a function that replaces the state, and keeps the new state. */
  replaceState(replace: () => void): void
}

/**
 * Creates everything in a scenario, or nothing. It works on a copy of the world, whose state then replaces that of the
 * world: other calls wait meanwhile, and nobody sees half of a scenario.
 *
 * @throws TypeError that names the path of each fault
 */
export async function loadScenario(input: unknown, { world, faults, replaceState }: Loading): Promise<LoadedScenario> {
  return transact(world, async () => {
    const before = world.store.version
    const scenario = readScenario(input, { reader: world.store.reader, environmentIdOf })
    const now = readNow(scenario.clock) ?? world.clock.now()
    const draft = draftOf(world, now)
    const loaded = await createScenario(scenario, { world: draft, environmentId: environmentIdOf(scenario), now })
    if (world.store.version !== before) throw refusal(['the state was replaced meanwhile.'])
    replaceState(() => {
      world.store.restore(draft.store.snapshot())
      world.random = draft.random
      setClock(world, scenario.clock)
    })
    if (scenario.chaos) faults.begin(scenario.chaos as RandomFaults)
    return loaded
  })
}

const environmentIdOf = ({ environment = 'sandbox' }: Scenario) => defaultIds[environment]

function readNow(clock: Scenario['clock']): number | undefined {
  if (clock?.now === undefined) return undefined
  const now = toEpoch(clock.now)
  if (Number.isNaN(now)) throw refusal([`clock.now: "${clock.now}" is not ${instantForm}.`])
  return now
}

function setClock({ clock }: World, input: Scenario['clock']): void {
  const now = readNow(input)
  if (now !== undefined) clock.set(now)
  if (input?.frozen === true) clock.freeze()
  if (input?.frozen === false) clock.resume()
}

/** A copy of a world, in which time stands still and no job runs. */
function draftOf(world: World, now: number): World {
  return {
    ...world,
    store: world.store.fork(),
    random: world.continueRandom(world.random.state()),
    clock: createClock({ now, frozen: true }),
    onCommit: () => undefined,
    onEvents: () => undefined,
    watchers: new Set(),
    keeper: undefined,
    queue: undefined,
  }
}
