import { it } from 'vitest'
import { expectToFind, expectToFollow, type Plant } from './runModel.ts'
import { worlds } from './worlds.ts'

it('forks, snapshots and resets follow their model', () => expectToFollow(worlds))

it.each<[fault: string, plant: Plant]>([
  ['a fork that shares its state', (mock) => ({ mock: { ...mock, fork: () => mock } })],
  ['a reset that keeps everything', (mock) => ({ mock: { ...mock, reset: () => undefined } })],
  ['a snapshot that is taken too late', (mock) => ({ mock: { ...mock, restore: () => undefined } })],
])('the model of worlds finds %s', (_, plant) => expectToFind(worlds, plant))
