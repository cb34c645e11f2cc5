import type { ReportedSettings, TrackedEvent } from '../../store/signInRecords.ts'
import type { World } from '../../world/world.ts'
import type { EnvironmentChoice } from './create/factoryContext.ts'

/** The reports of applications and clients about themselves. */
export interface TelemetryControl {
  /** The latest thousand events of `events.publish`, oldest first. */
  events(choice?: EnvironmentChoice): TrackedEvent[]
  /** The latest report of `sdkSettings.report`; `createdAt` is the time of the report. */
  settings(choice?: EnvironmentChoice): ReportedSettings | undefined
}

export function createTelemetryControl(world: World, sandboxId: string): TelemetryControl {
  return {
    events: ({ environmentId = sandboxId } = {}) => [
      ...world.store.reader.trackedEvents.scan('byEnvironment', [environmentId]),
    ],
    settings: ({ environmentId = sandboxId } = {}) =>
      world.store.reader.reportedSettings.find('byEnvironment', [environmentId]),
  }
}
