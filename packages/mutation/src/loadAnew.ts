/** The setup of tests in a thread that stays: ends the last change, and loads the sources anew if the runner asks. */
import { inject, vi } from 'vitest'

const provided = (name: string) => inject(name as never) as unknown
const state = globalThis as { latchkeyLoads?: unknown; [namespace: string]: unknown }
const stryker = state[String(provided('globalNamespace'))] as { activeMutant?: string | undefined } | undefined

if (stryker && provided('mutantActivation') !== 'static') stryker.activeMutant = undefined
if (state.latchkeyLoads !== provided('loads')) vi.resetModules()
state.latchkeyLoads = provided('loads')
