import type { BitcoinBrowserWallet } from '@latchkey/browser-wallet/bitcoin/bitcoinBrowserWallet'
import * as sats from '@sats-connect/core'
import { Verifier } from 'bip322-js'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHost } from '#host'
import { at, type SatsProvider, spending } from './bitcoinPages.ts'
import { TestPage } from './page.ts'

const host = createHost()
const purposes = [sats.AddressPurpose.Payment, sats.AddressPurpose.Ordinals]
let page: TestPage
let wallet: BitcoinBrowserWallet
let id: string

beforeEach(async () => {
  page = new TestPage()
  // The library looks for providers only in windows.
  vi.stubGlobal('window', page)
  wallet = await host.mock.wallets.browser({ chain: 'BTC', name: 'Xverse', accounts: 2 })
  wallet.install(page)
  id = sats.getProviders()[0]?.id ?? ''
})
afterEach(() => void vi.unstubAllGlobals())

async function connect(): Promise<sats.ConnectResult> {
  const reply = await sats.request('wallet_connect', { addresses: purposes }, id)
  return reply.status === 'success' ? reply.result : expect.fail(reply.error.message)
}

describe('@sats-connect/core', () => {
  it('finds the wallet, connects, follows the selected account, and disconnects', async () => {
    expect(sats.getProviders()).toMatchObject([{ name: 'Xverse', methods: expect.arrayContaining(['signPsbt']) }])
    expect(sats.isProviderInstalled(id)).toBe(true)
    const connected = await connect()
    expect(v.is(sats.connectResultSchema, connected)).toBe(true)
    expect(connected.addresses[0]?.address).toBe(wallet.accounts[0])
    const heard: unknown[] = []
    sats.addListener({ eventName: 'accountChange', cb: (event: unknown) => void heard.push(event) }, id)
    sats.addListener({ eventName: 'disconnect', cb: (event: unknown) => void heard.push(event) }, id)
    const [, second = ''] = wallet.accounts
    wallet.switchAccount(second)
    expect(heard).toMatchObject([{ type: 'accountChange', addresses: [{ address: second }, { purpose: 'ordinals' }] }])
    expect(heard.every((event) => v.is(sats.walletEventSchema, event))).toBe(true)
    expect(await sats.request('wallet_disconnect', null, id)).toMatchObject({ status: 'success' })
    expect(heard.at(-1)).toEqual({ type: 'disconnect' })
    expect(wallet.connections).toEqual([])
  })

  it('reads what each method replies, in the form that it defines', async () => {
    await connect()
    const cases = [
      ['getInfo', null, sats.getInfoResultSchema],
      ['getAccounts', { purposes }, sats.getAccountsResultSchema],
      ['getAddresses', { purposes }, sats.getAddressesResultSchema],
      ['wallet_getAccount', null, sats.getAccountResultSchema],
      ['wallet_getCurrentPermissions', null, sats.getCurrentPermissionsResultSchema],
      ['wallet_getNetwork', null, sats.getNetworkResultSchema],
      ['wallet_getWalletType', null, sats.getWalletTypeResultSchema],
      ['wallet_requestPermissions', null, sats.requestPermissionsResultSchema],
      ['signMessage', { address: wallet.accounts[0], message: 'hello' }, sats.signMessageResultSchema],
      [
        'signMultipleMessages',
        [{ address: wallet.accounts[0], message: 'hello' }],
        sats.signMultipleMessagesResultSchema,
      ],
      ['wallet_renouncePermissions', null, sats.renouncePermissionsResultSchema],
    ] as const
    for (const [method, params, schema] of cases) {
      const reply = await sats.request(method, params as never, id)
      expect([method, reply.status, v.is(schema, (reply as { result?: unknown }).result)]).toEqual([
        method,
        'success',
        true,
      ])
    }
    // The library keeps the first reply, also of another test's wallet.
    const info = await (at(page, id) as SatsProvider).request('getInfo')
    const { methods } = (info as { readonly result?: sats.GetInfoResult }).result ?? expect.fail()
    expect(methods).toEqual(expect.arrayContaining(cases.map(([method]) => method)))
    expect(await sats.request('wallet_getAccount', null, id)).toMatchObject({
      status: 'error',
      error: { code: sats.RpcErrorCode.ACCESS_DENIED },
    })
  })

  it('signs a message and a PSBT', async () => {
    const { addresses } = await connect()
    for (const { address } of addresses) {
      const message = 'hello'
      const protocol = sats.MessageSigningProtocols.BIP322
      const reply = await sats.request('signMessage', { address, message, protocol }, id)
      if (reply.status !== 'success') return expect.fail(reply.error.message)
      expect(Verifier.verifySignature(address, message, reply.result.signature)).toBe(true)
      const psbt = btoa(String.fromCharCode(...spending(address).toPSBT()))
      const signed = await sats.request('signPsbt', { psbt, signInputs: { [address]: [0] } }, id)
      expect(signed).toMatchObject({ status: 'success', result: { psbt: expect.stringMatching(/^cHNidP/) } })
    }
  })

  it('hears that the person refuses, and what the wallet does not have', async () => {
    wallet.refuseNext()
    const refused = { status: 'error', error: { code: sats.RpcErrorCode.USER_REJECTION } }
    expect(await sats.request('getAccounts', { purposes }, id)).toMatchObject(refused)
    await connect()
    wallet.refuseNext()
    const [address = ''] = wallet.accounts
    expect(await sats.request('signMessage', { address, message: 'hello' }, id)).toMatchObject(refused)
    expect(await sats.request('getBalance', null, id)).toMatchObject({
      status: 'error',
      error: { code: sats.RpcErrorCode.METHOD_NOT_SUPPORTED },
    })
    expect(await sats.request('stx_getAccounts', null, id)).toMatchObject({
      status: 'error',
      error: { code: sats.RpcErrorCode.METHOD_NOT_FOUND },
    })
  })
})
