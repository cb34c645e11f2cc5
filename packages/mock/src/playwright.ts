export { expect, test } from './kits/playwrightTest.ts'
export type { LatchkeyFixtures, LatchkeyOptions, LatchkeyTest, LatchkeyWorkerFixtures } from './kits/playwrightTest.ts'
export { sweep } from './kits/playwrightSweep.ts'
export type { SweepOptions, SweptBody } from './kits/playwrightSweep.ts'
export type { SweepContext } from './kits/pageStage.ts'
export { remoteTest } from './kits/remoteTest.ts'
export type {
  LatchkeyConnection,
  RemoteLatchkeyFixtures,
  RemoteLatchkeyOptions,
  RemoteLatchkeyTest,
  RemoteLatchkeyWorkerFixtures,
} from './kits/remoteTest.ts'
export type { SignIn } from './kits/pageSignIn.ts'
export type { PageWallets } from './kits/pageWallets.ts'
export type { SessionCookieOptions } from './kits/sessionCookies.ts'
export type { TestClock } from './kits/testClock.ts'
export type { Inbox } from './kits/inbox.ts'
export type { OpenSession, Person, SessionChoice } from './kits/openSession.ts'
export type { ClockControl } from './control/objects/clockControl.ts'
export type { SweepChoice } from './sweep/chooseCases.ts'
export type { AfterFailure, SweepExpectations, SweepOutcome } from './sweep/playCase.ts'
