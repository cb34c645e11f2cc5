import { describe, expect, it, vi } from 'vitest'
import { connectMock } from '../../src/control/remote/connectMock.ts'
import { createMock } from '../../src/mock/createMock.ts'
import { createControlClient } from '../support/controlClient.ts'
import { browserChains, chainPages, gone, outcomeOf } from './chainPages.ts'
import { TestPage } from './page.ts'
import { openScriptPage } from './scriptPage.ts'

// A browser wallet that is removed, as a person removes an extension of the browser.

const control = createControlClient()
const { get, post } = control

describe.each(browserChains)('a browser wallet of %s that is removed', (chain) => {
  const { connect, count, isSilent = false, listen, removed, withdrawn } = chainPages[chain]

  it('leaves open pages, refuses what they ask, and is not in pages that are loaded later', async () => {
    const { url } = control.server
    const mock = await connectMock(url)
    const wallet = await mock.wallets.browser({ chain })
    const page = await openScriptPage(url)
    const stranger = await openScriptPage(url, 'https://other.example.com')
    await connect(page)
    const heard = listen(page)
    await wallet.setApproval('manual')
    const open = outcomeOf(connect(stranger))
    const request = await wallet.nextRequest()
    expect([await wallet.isRemoved, count(await openScriptPage(url))]).toEqual([false, 1])
    await wallet.remove()
    expect(await open).toMatchObject(withdrawn as object)
    await vi.waitFor(() => expect(heard).toEqual(removed))
    for (const each of isSilent ? [] : [page, stranger])
      expect(await outcomeOf(connect(each))).toMatchObject({ message: gone.message })
    expect(heard).toEqual(removed)
    expect(count(await openScriptPage(url))).toBe(0)
    expect([await wallet.isRemoved, (await get('wallets/browser')).body]).toEqual([true, { wallets: [] }])
    const refusal = `There is no browser wallet "${wallet.card.id}"`
    await expect(wallet.remove()).rejects.toThrow(refusal)
    await expect(request.approve()).rejects.toThrow(refusal)
  })

  it('does the same in one process', async () => {
    const mock = createMock()
    const wallet = await mock.wallets.browser({ chain })
    const page = new TestPage()
    wallet.install(page)
    // Wallets put their objects into it.
    const found = page as TestPage & Record<string, unknown>
    await connect(found)
    const heard = listen(found)
    wallet.remove()
    expect(heard).toEqual(removed)
    if (!isSilent) expect(await outcomeOf(connect(found))).toMatchObject({ message: gone.message })
    expect([wallet.isRemoved, wallet.connections]).toEqual([true, []])
    expect(() => wallet.remove()).toThrow('Test wallet was removed before')
    expect(() => wallet.install(new TestPage())).toThrow('the wallet was removed')
    await expect(wallet.nextRequest()).rejects.toThrow('the wallet was removed')
  })
})

describe('a browser wallet that is removed', () => {
  it('leaves the others, with the access and the requests of their pages', async () => {
    const { url } = control.server
    const mock = await connectMock(url)
    const wallet = await mock.wallets.browser({ approval: 'manual' })
    const other = await mock.wallets.browser({ chain: 'TRON' })
    const page = await openScriptPage(url)
    const open = chainPages.EVM.connect(page)
    await wallet.nextRequest()
    const accounts = await chainPages.TRON.connect(page)
    await other.remove()
    expect(accounts).toEqual([expect.stringMatching(/^T/)])
    expect((await get('wallets/browser')).body).toMatchObject({ wallets: [{ chain: 'EVM', requests: [{ id: 1 }] }] })
    const [request] = await wallet.requests
    await request?.approve()
    expect(await open).toEqual(await wallet.accounts)
  })

  it('has the wait for its next request ended', async () => {
    const wallet = await createMock().wallets.browser({ chain: 'SUI' })
    const ended = expect(wallet.nextRequest()).rejects.toThrow('the wallet was removed')
    wallet.remove()
    await ended
  })

  it('is unknown to the route that removes it, as is one that never was', async () => {
    const { body } = await post('wallets/browser', { chain: 'COSMOS' })
    const { walletId } = body as { walletId: string }
    expect((await post('wallets/browser/remove', { walletId })).status).toBe(204)
    for (const id of [walletId, 'none'])
      expect(await post('wallets/browser/remove', { walletId: id })).toMatchObject({
        status: 400,
        body: { code: 'bad_request', error: expect.stringContaining(`There is no browser wallet "${id}"`) },
      })
    expect((await post('wallets/browser/remove', {})).status).toBe(400)
  })

  it('is removed by a reset in the same way', async () => {
    const mock = createMock()
    const wallet = await mock.wallets.browser()
    const page = new TestPage()
    wallet.install(page)
    const heard = chainPages.EVM.listen(page as TestPage & Record<string, unknown>)
    mock.reset()
    expect(heard).toEqual([['disconnect', expect.objectContaining(gone)]])
    expect(wallet.isRemoved).toBe(true)
  })
})
