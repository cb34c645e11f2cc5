import { planJest } from './jestPlan.ts'
import type { Runner } from './plan.ts'
import { planPlaywright } from './playwrightPlan.ts'
import type { Project } from './project.ts'
import { planVite } from './vitePlan.ts'
import { planVitest } from './vitestPlan.ts'

export const runners = {
  vitest: { title: 'vitest', packageName: 'vitest', plan: planVitest },
  jest: { title: 'Jest', packageName: 'jest', plan: planJest },
  playwright: { title: 'Playwright', packageName: '@playwright/test', plan: planPlaywright },
  vite: { title: 'Vite', packageName: 'vite', plan: planVite },
} as const satisfies Readonly<Record<string, Runner>>

export type RunnerName = keyof typeof runners

export const runnerNames = Object.keys(runners) as RunnerName[]

/** The runners that a project declares. Vite counts where it is the only one, since other runners bring it along. */
export function runnersOf({ dependencies }: Project): RunnerName[] {
  const declared = runnerNames.filter((name) => runners[name].packageName in dependencies)
  return declared.length > 1 ? declared.filter((name) => name !== 'vite') : declared
}
