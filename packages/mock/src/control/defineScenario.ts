import type { Scenario } from '@latchkey/contract/generated/scenario'
import type { Mock } from './mock.ts'

/** A scenario, or a function of the mock that returns one, or that fills the mock itself. */
export type ScenarioSource = Scenario | ((mock: Mock) => Scenario | void | Promise<Scenario | void>)

/**
 * Gives a scenario its type, for a file that `--scenario` loads.
 *
 * @returns What it was given.
 * @example
 * export default defineScenario({
 *   providers: ['google', 'emailOnly'],
 *   people: [{ email: 'ada@example.com', wallets: [{ chain: 'EVM', balance: '2' }] }],
 * })
 */
export function defineScenario<const S extends ScenarioSource>(scenario: S): S {
  return scenario
}
