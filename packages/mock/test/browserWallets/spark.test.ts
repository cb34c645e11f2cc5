import { createPublicKey, verify } from 'node:crypto'
import type { SparkBrowserWallet } from '@latchkey/browser-wallet/spark/sparkBrowserWallet'
import * as sats from '@sats-connect/core'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { TestPage } from './page.ts'
import { standardWalletsIn } from './standardWallets.ts'

const host = createHost()
const purposes = [sats.AddressPurpose.Spark]
let page: TestPage
let wallet: SparkBrowserWallet
let uninstall: () => void
let id: string

beforeEach(async () => {
  page = new TestPage()
  // The library looks for providers only in windows.
  vi.stubGlobal('window', page)
  wallet = await host.mock.wallets.browser({ chain: 'SPARK', name: 'Xverse', accounts: 2 })
  uninstall = wallet.install(page)
  id = sats.getProviders()[0]?.id ?? ''
})
afterEach(() => void vi.unstubAllGlobals())

const ask = (method: string, params: unknown) => sats.request(method as 'spark_signMessage', params as never, id)
const failure = (code: sats.RpcErrorCode) => ({ status: 'error', error: { code } })

/** Whether an identity key has signed a text. @param publicKey - 33 bytes in hex. */
function isSigned(publicKey: string, message: string, signature: string): boolean {
  const der = Buffer.from(`3036301006072a8648ce3d020106052b8104000a032200${publicKey}`, 'hex')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify('sha256', Buffer.from(message), key, Buffer.from(signature, 'base64'))
}

async function connect() {
  const reply = await sats.request('wallet_connect', { addresses: purposes }, id)
  return reply.status === 'success' ? reply.result : expect.fail(reply.error.message)
}

describe('a browser wallet of Spark with @sats-connect/core', () => {
  it('is found, connects, follows the selected account, and disconnects', async () => {
    const [first, second = ''] = wallet.accounts
    expect(sats.getProviders()).toMatchObject([
      { name: 'Xverse', methods: expect.arrayContaining(['spark_signMessage']) },
    ])
    expect((await connect()).addresses).toMatchObject([{ address: first, purpose: 'spark', addressType: 'spark' }])
    const heard: unknown[] = []
    sats.addListener({ eventName: 'accountChange', cb: (event: unknown) => void heard.push(event) }, id)
    sats.addListener({ eventName: 'disconnect', cb: (event: unknown) => void heard.push(event) }, id)
    wallet.switchAccount(second)
    expect(heard).toMatchObject([{ type: 'accountChange', addresses: [{ address: second, purpose: 'spark' }] }])
    expect(await ask('wallet_disconnect', null)).toMatchObject({ status: 'success' })
    expect(heard.at(-1)).toEqual({ type: 'disconnect' })
    expect(wallet.connections).toEqual([])
  })

  it('reads what each method replies, in the form that it defines', async () => {
    await connect()
    const cases = [
      ['getInfo', null, sats.getInfoResultSchema],
      ['getAccounts', { purposes }, sats.getAccountsResultSchema],
      ['getAddresses', { purposes }, sats.getAddressesResultSchema],
      ['spark_getAddresses', null, sats.sparkGetAddressesResultSchema],
      ['spark_signMessage', { message: 'hello' }, sats.sparkSignMessageResultSchema],
      ['wallet_getAccount', null, sats.getAccountResultSchema],
      ['wallet_getCurrentPermissions', null, sats.getCurrentPermissionsResultSchema],
      ['wallet_getNetwork', null, sats.getNetworkResultSchema],
    ] as const
    for (const [method, params, schema] of cases) {
      const reply = await ask(method, params)
      const { result } = reply as { readonly result?: unknown }
      expect([method, reply.status, v.is(schema, result)]).toEqual([method, 'success', true])
    }
  })

  it('signs a message, which the person reads', async () => {
    const { addresses } = await connect()
    const reply = await sats.request('spark_signMessage', { message: 'hello 🔑' }, id)
    if (reply.status !== 'success') return expect.fail(reply.error.message)
    expect(isSigned(addresses[0]?.publicKey ?? '', 'hello 🔑', reply.result.signature)).toBe(true)
    expect(wallet.requests.at(-1)).toMatchObject({ kind: 'message', text: 'hello 🔑', account: wallet.accounts[0] })
  })

  it('hears that the person refuses, and that the wallet is locked', async () => {
    wallet.refuseNext()
    expect(await ask('spark_getAddresses', null)).toMatchObject(failure(sats.RpcErrorCode.USER_REJECTION))
    await connect()
    wallet.refuseNext()
    const sign = () => ask('spark_signMessage', { message: 'hello' })
    expect(await sign()).toMatchObject(failure(sats.RpcErrorCode.USER_REJECTION))
    wallet.lock()
    expect(await sign()).toMatchObject(failure(sats.RpcErrorCode.ACCESS_DENIED))
  })

  it.each([
    ['spark_signMessage', { message: 5 }, sats.RpcErrorCode.INVALID_PARAMS],
    ['getAccounts', { purposes: 'spark' }, sats.RpcErrorCode.INVALID_PARAMS],
    ['spark_getBalance', null, sats.RpcErrorCode.METHOD_NOT_SUPPORTED],
    ['spark_transfer', { amountSats: 1, receiverSparkAddress: 'spark1' }, sats.RpcErrorCode.METHOD_NOT_SUPPORTED],
    ['signPsbt', { psbt: '' }, sats.RpcErrorCode.METHOD_NOT_FOUND],
  ])('hears that %s with %j fails, and nobody is asked', async (method, params, code) => {
    await connect()
    expect(await ask(method, params)).toMatchObject(failure(code))
    expect(wallet.requests.map(({ kind }) => kind)).toEqual(['connect'])
  })

  it('gives a page that asks for other purposes no address, and is gone with the page', async () => {
    const asked = { purposes: [sats.AddressPurpose.Payment] }
    expect(await sats.request('getAccounts', asked, id)).toMatchObject({ status: 'success', result: [] })
    // The Wallet Standard has no features of Spark.
    expect(standardWalletsIn(page)).toEqual([])
    uninstall()
    expect(sats.getProviders()).toEqual([])
  })
})
