import type { ControlOutput } from './live/control.ts'

export type Environment = ControlOutput<'GET environments'>['environments'][number]

/** Names an environment, with its project where there are several. */
export function environmentName({ name, projectName }: Environment, all: readonly Environment[]): string {
  const words = name === 'live' ? 'Live' : 'Sandbox'
  return all.every((other) => other.projectName === projectName) ? words : `${projectName}: ${words}`
}
