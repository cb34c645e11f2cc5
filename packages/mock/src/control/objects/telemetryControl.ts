import type { ReportedSettings, TrackedEvent } from '../../store/signInRecords.ts'
import type { World } from '../../world/world.ts'
import type { Place } from './factories.ts'

/** What applications and clients have reported about themselves. */
export interface TelemetryControl {
  /** The latest thousand events of `events.publish`, oldest first. */
  events(place?: Place): TrackedEvent[]
  /** The latest report of `sdkSettings.report`; `createdAt` is the time of the report. */
  settings(place?: Place): ReportedSettings | undefined
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
