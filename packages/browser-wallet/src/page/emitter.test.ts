import { describe, expect, it } from 'vitest'
import { createEmitter } from './emitter.ts'

describe('the emitter of a provider', () => {
  it('tells a listener of each event until it is removed', () => {
    const { emitter, emit } = createEmitter()
    const heard: unknown[] = []
    const listener = (data: unknown) => void heard.push(data)
    emitter.on('chain', listener)
    emit('chain', 1)
    emit('accounts', 2)
    emitter.removeListener('chain', listener)
    emit('chain', 3)
    expect(heard).toEqual([1])
  })

  it('tells a listener that was added by once() of one event only', () => {
    const { emitter, emit } = createEmitter()
    const heard: unknown[] = []
    emitter.once('chain', (data) => void heard.push(data))
    emit('chain', 1)
    emit('chain', 2)
    expect(heard).toEqual([1])
  })

  it('still tells those that were added when another removes itself meanwhile', () => {
    const { emitter, emit } = createEmitter()
    const heard: unknown[] = []
    emitter.once('chain', () => {})
    emitter.on('chain', (data) => void heard.push(data))
    emit('chain', 1)
    expect(heard).toEqual([1])
  })

  it('forgets the listeners of one event, or all', () => {
    const { emitter, emit } = createEmitter()
    const heard: unknown[] = []
    for (const name of ['chain', 'accounts', 'reach']) emitter.on(name, () => void heard.push(name))
    emitter.removeAllListeners('chain')
    for (const name of ['chain', 'accounts']) emit(name, undefined)
    emitter.removeAllListeners()
    emit('reach', undefined)
    expect(heard).toEqual(['accounts'])
  })
})
