import type { components } from '@latchkey/types'

type Schemas = components['schemas']

/** The length of each unit of time, in milliseconds. */
export const unitMs: Record<Schemas['TimeUnitEnum'], number> = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 }

/** The length of a duration of the settings, in milliseconds. */
export function durationMs({ amount, unit }: Schemas['Duration']): number {
  return amount * unitMs[unit]
}
