import { afterEach, describe, expect, it, vi } from 'vitest'
import { announcedIn, onlyProvider, refusalOf, TestPage } from '../../test/browserWallets/page.ts'
import { createMock } from '../mock/createMock.ts'
import { createWindowWallets } from './windowWallets.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function openWindow(): TestPage {
  const page = new TestPage()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', {})
  return page
}

describe('wallets.browser() of the kits for vitest', () => {
  it('puts wallets into the window of the test, and takes them out at its end', async () => {
    const page = openWindow()
    const { wallets, end } = createWindowWallets(createMock())
    await wallets.browser({ name: 'First' })
    await wallets.browser({ name: 'Second' })
    expect(announcedIn(page).map(({ info }) => info.name)).toEqual(['First', 'Second'])
    end()
    expect(announcedIn(page)).toEqual([])
  })

  it('withdraws at the end of the test what the person has not answered', async () => {
    const page = openWindow()
    const { wallets, end } = createWindowWallets(createMock())
    const wallet = await wallets.browser({ approval: 'manual' })
    const provider = onlyProvider(page)
    const refusal = refusalOf(provider.request({ method: 'eth_requestAccounts' }))
    await wallet.nextRequest()
    end()
    expect((await refusal).code).toBe(4001)
    expect(wallet.requests).toMatchObject([{ status: 'withdrawn' }])
    expect(await refusalOf(provider.request({ method: 'eth_accounts' }))).toMatchObject({ code: 4900 })
  })

  it('creates no wallet where there is no window, and says where one is', async () => {
    const mock = createMock()
    const created = vi.spyOn(mock.wallets, 'browser')
    await expect(createWindowWallets(mock).wallets.browser()).rejects.toThrow(
      'Failed to call "wallets.browser()": this test has no window. Run it in jsdom, happy-dom or a browser',
    )
    expect(created).not.toHaveBeenCalled()
  })

  it('refuses options that the mock refuses, and leaves the window as it is', async () => {
    const page = openWindow()
    const { wallets } = createWindowWallets(createMock())
    await expect(wallets.browser({ acounts: 2 } as object)).rejects.toThrow('"acounts"')
    expect(announcedIn(page)).toEqual([])
  })
})
