export { expect, test } from './kits/playwrightTest.ts'
export type {
  LatchkeyFixtures,
  LatchkeyOptions,
  LatchkeyTest,
  LatchkeyWorkerFixtures,
  TestClock,
} from './kits/playwrightTest.ts'
export type { Inbox } from './kits/inbox.ts'
export type { OpenSession, Person } from './kits/openSession.ts'
export type { ClockControl } from './control/clockControl.ts'
