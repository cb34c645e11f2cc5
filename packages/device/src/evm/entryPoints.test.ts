import { expect, it } from 'vitest'
import { entryPoints, versionOfEntryPoint } from './entryPoints.ts'

it.each(entryPoints)(
  'the version of an entry point is known by its address, in any case: $version',
  ({ address, version }) => {
    expect([address, address.toLowerCase() as typeof address].map(versionOfEntryPoint)).toEqual([version, version])
  },
)

it('another contract counts as an entry point of 0.7', () => {
  expect(versionOfEntryPoint('0x00000000000000000000000000000000000c0A01')).toBe('0.7')
})
