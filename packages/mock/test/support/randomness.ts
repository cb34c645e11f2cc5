import type { MockSnapshot, SnapshotState } from '../../src/control/objects/stateControl.ts'
import type { Mock } from '../../src/mock/createMock.ts'

type RandomState = SnapshotState['random']

/** The state of the mock's randomness. */
export function randomStateOf(mock: Mock): RandomState {
  return (mock.snapshot() as MockSnapshot & SnapshotState).random
}

/** Lets a mock draw its next ids from another state of the randomness, in the state that it has otherwise. */
export function drawFrom(mock: Mock, random: RandomState): void {
  mock.restore({ ...mock.snapshot(), random } as MockSnapshot)
}
