import { describe, expect, it } from 'vitest'
import { createWatchers } from './watchers.ts'

describe('watchers', () => {
  it('reports what a listener throws, and calls the others all the same', () => {
    const reported: unknown[] = []
    const seen: number[] = []
    const { watch, tell } = createWatchers<[number]>((cause) => reported.push(cause))
    const failure = new Error('broken listener')
    watch(() => {
      throw failure
    })
    watch((change) => seen.push(change))
    tell(1)
    expect([seen, reported]).toEqual([[1], [failure]])
  })

  it('lets the same function watch twice, and end once', () => {
    const seen: number[] = []
    const listener = (change: number) => void seen.push(change)
    const watchers = createWatchers<[number]>(() => undefined)
    const end = watchers.watch(listener)
    watchers.watch(listener)
    end()
    end()
    watchers.tell(1)
    expect([seen, watchers.count]).toEqual([[1], 1])
  })
})
