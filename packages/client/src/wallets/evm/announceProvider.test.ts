import { expect, it, onTestFinished, vi } from 'vitest'
import { createKeyWallet } from '../test/keyWallet.ts'
import { announceProvider } from './announceProvider.ts'
import { toProvider } from './provider.ts'

it('announceProvider() announces at once, whenever a page asks, and no more once it is stopped', () => {
  vi.stubGlobal('window', new EventTarget())
  onTestFinished(() => void vi.unstubAllGlobals())
  const provider = toProvider(createKeyWallet().wallet, { chainId: 1, rpcUrl: 'https://one.example.com' })
  const details: { info: { uuid: string; name: string }; provider: unknown }[] = []
  window.addEventListener('eip6963:announceProvider', (event) => details.push((event as CustomEvent).detail))
  const ask = () => window.dispatchEvent(new Event('eip6963:requestProvider'))

  const stop = announceProvider(provider, { name: 'Example', icon: 'data:image/svg+xml,', rdns: 'com.example' })
  ask()
  stop()
  ask()
  expect(details).toHaveLength(2)
  const [first, second] = details
  expect(first?.provider).toBe(provider)
  expect(first?.info).toMatchObject({
    name: 'Example',
    rdns: 'com.example',
    uuid: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(second?.info.uuid).toBe(first?.info.uuid)
  expect([Object.isFrozen(first), Object.isFrozen(first?.info)]).toEqual([true, true])
})
