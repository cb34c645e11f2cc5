import { access } from './reasons/access.ts'
import { authentication } from './reasons/authentication.ts'
import { ceremony } from './reasons/ceremony.ts'
import { clientSession } from './reasons/clientSession.ts'
import { codecs } from './reasons/codecs.ts'
import { credentials } from './reasons/credentials.ts'
import { crypto } from './reasons/crypto.ts'
import { decoding } from './reasons/decoding.ts'
import { device } from './reasons/device.ts'
import { encodings } from './reasons/encodings.ts'
import { policies } from './reasons/policies.ts'
import type { Reason } from './reasons/reason.ts'
import { secondFactor } from './reasons/secondFactor.ts'
import { sessions } from './reasons/sessions.ts'
import type { Result, Survivor } from './report.ts'
import type { RoomName } from './rooms.ts'

/** The share of changes that the tests of a room have to notice, from 0 to 1. */
export const leastScore = 0.92

const reasons: Readonly<Partial<Record<RoomName, readonly Reason[]>>> = {
  access,
  authentication,
  ceremony,
  clientSession,
  codecs,
  credentials,
  crypto,
  decoding,
  device,
  encodings,
  policies,
  secondFactor,
  sessions,
}

/** Why no test has to notice a change, if so. */
export const reasonFor = (room: RoomName, { file, code, replacement }: Survivor): string | undefined =>
  reasons[room]?.find(
    (each) =>
      each.file === file &&
      code.startsWith(each.code) &&
      (each.replacement === undefined || each.replacement === replacement),
  )?.reason

/** The survivors without a reason. */
export const unexplainedIn = (room: RoomName, { survivors }: Result): Survivor[] =>
  survivors.filter((survivor) => reasonFor(room, survivor) === undefined)
