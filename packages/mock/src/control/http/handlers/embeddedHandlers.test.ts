import { embeddedRoutes } from '@latchkey/contract/routes/embeddedRoutes'
import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { hashMessage, recoverAddress, verifyMessage } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { beforeEach, describe, expect, it } from 'vitest'
import { createControlClient } from '../../../../test/support/controlClient.ts'

const control = createControlClient()
const { post, get } = control
const digest = hashMessage('Welcome aboard')
const password = 'correct horse'

beforeEach(() => control.server.mock.create.provider({ provider: 'dynamic' }))

async function createDevice(chain = 'EVM', email = 'ada@example.com') {
  const { id: userId } = await control.server.mock.create.user({ email })
  return (await post('wallets/embedded', { userId, chain })).body as Record<
    'deviceId' | 'walletId' | 'address' | 'publicKey' | 'chain',
    string
  >
}

describe('the devices of embedded wallets over HTTP', () => {
  it('are made by their user, for a chain that wallets have', async () => {
    const createdDevice = await createDevice()
    expect(createdDevice).toMatchObject({ deviceId: 'device-1', chain: 'EVM', walletId: expect.any(String) })
    const { wallets } = control.server.mock.export().tables
    expect(wallets).toMatchObject([{ id: createdDevice.walletId, publicKey: createdDevice.address }])
    expect((await post('wallets/embedded', { userId: 'nobody', chain: 'EVM' })).status).toBe(400)
    expect((await post('wallets/embedded', { userId: 'nobody', chain: 'DOGE' })).body.error).toContain('chain')
  })

  it('sign bytes with the key or in a room, and texts', async () => {
    const { deviceId, address } = await createDevice()
    for (const inRoom of [false, true]) {
      const { body } = await post('wallets/embedded/sign', { deviceId, message: digest, inRoom })
      const signature = `0x${body.signature}${(27 + body.recovery).toString(16)}` as const
      expect(await recoverAddress({ hash: digest, signature })).toBe(address)
    }
    const { body } = await post('wallets/embedded/signMessage', { deviceId, text: 'hello' })
    expect(await verifyMessage({ address: address as `0x${string}`, message: 'hello', ...body })).toBe(true)
    expect((await post('wallets/embedded/sign', { deviceId, message: '0x00' })).status).toBe(400)
    expect((await post('wallets/embedded/sign', { deviceId: 'device-9', message: digest })).body.error).toContain(
      'There is no device "device-9".',
    )
  })

  it('answer as a provider of EIP-1193, for the person who agrees and the one who refuses', async () => {
    const { deviceId, address } = await createDevice()
    await control.server.mock.chain.fund(address, { ether: '1' })
    const ask = async (method: string, params?: unknown[], refuse?: boolean) =>
      (await post('wallets/embedded/request', { deviceId, method, params, refuse })).body
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0x2105' }])).toEqual({ result: null })
    expect(await ask('eth_chainId')).toEqual({ result: '0x2105' })
    const transaction = { from: address, to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', value: '0x1' }
    expect(await ask('eth_sendTransaction', [transaction], true)).toMatchObject({ error: { code: 4001 } })
    const { result } = await ask('eth_sendTransaction', [transaction])
    const { transactions } = (await get('chain/transactions', { address, networkId: '8453' })).body
    expect(transactions).toMatchObject([{ hash: result }])
    expect(await ask('eth_sign')).toMatchObject({ error: { code: -32_601 } })
    const answers = await Promise.all(
      [true, false, true].map((refuse) => ask('personal_sign', ['0x68', address], refuse)),
    )
    expect(answers).toMatchObject([
      { error: { code: 4001 } },
      { result: expect.stringMatching(/^0x/) },
      { error: { code: 4001 } },
    ])
    const solana = await createDevice('SVM', 'grace@example.com')
    expect((await post('wallets/embedded/request', { deviceId: solana.deviceId, method: 'eth_chainId' })).status).toBe(
      400,
    )
  })

  it('back shares up, recover them elsewhere, and are lost', async () => {
    const { deviceId, walletId } = await createDevice()
    expect((await post('wallets/embedded/backUp', { deviceId, password, iterations: 2 })).status).toBe(204)
    const wrong = await post('wallets/embedded/newDevice', { deviceId, password: 'battery staple' })
    expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('the password is wrong') } })
    const { body: other } = await post('wallets/embedded/newDevice', { deviceId, password })
    expect(other).toMatchObject({ deviceId: 'device-2', walletId })
    expect((await post('wallets/embedded/refresh', { deviceId: other.deviceId })).status).toBe(204)
    expect((await post('wallets/embedded/sign', { deviceId, message: digest })).status).toBe(400)
    expect((await post('wallets/embedded/sign', { deviceId: other.deviceId, message: digest })).status).toBe(200)
    const sharesOf = async (id: string) => (await get('wallets/embedded/shares', { deviceId: id })).body.shares
    expect(await sharesOf(other.deviceId)).toEqual(await sharesOf(other.deviceId))
    expect(await sharesOf(other.deviceId)).not.toEqual(await sharesOf(deviceId))
    expect((await post('wallets/embedded/loseDevice', { deviceId: other.deviceId })).status).toBe(204)
    expect(await sharesOf(other.deviceId)).toEqual([])
    expect((await post('wallets/embedded/sign', { deviceId: other.deviceId, message: digest })).status).toBe(400)
  })

  it('sign a PSBT of a wallet on Bitcoin, and say what they cannot sign', async () => {
    const { deviceId, address, publicKey } = await createDevice('BTC')
    const transaction = new Transaction()
    const script = OutScript.encode(Address().decode(address))
    transaction.addInput({ txid: '1'.repeat(64), index: 0, witnessUtxo: { script, amount: 10_000n } })
    transaction.addOutputAddress(address, 9_000n)
    const psbt = Buffer.from(transaction.toPSBT()).toString('base64')
    const { body } = await post('wallets/embedded/signPsbt', { deviceId, psbt })
    const signed = Transaction.fromPSBT(Buffer.from(body.psbt, 'base64'))
    signed.finalize()
    expect(signed.getInput(0).finalScriptWitness?.[1]).toEqual(Uint8Array.from(Buffer.from(publicKey, 'hex')))
    expect(await post('wallets/embedded/signPsbt', { deviceId, psbt: body.psbt })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('not signed yet') },
    })
    expect(await post('wallets/embedded/signPsbt', { deviceId, psbt: 'cHNidA==' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('a PSBT of BIP-174') },
    })
    const { deviceId: onEvm } = await createDevice('EVM', 'grace@example.com')
    expect((await post('wallets/embedded/signPsbt', { deviceId: onEvm, psbt })).status).toBe(400)
  })

  it('import, reshare and export a key', async () => {
    const { id: userId } = await control.server.mock.create.user({ email: 'ada@example.com' })
    const privateKey = `0x${'5a'.repeat(32)}` as const
    const { body: device } = await post('wallets/embedded', { userId, chain: 'EVM', privateKey })
    expect(device.address).toBe(privateKeyToAddress(privateKey))
    const { deviceId } = device
    expect((await post('wallets/embedded/reshare', { deviceId, scheme: 'TWO_OF_THREE' })).status).toBe(204)
    expect((await get('wallets/embedded/shares', { deviceId })).body.shares).toHaveLength(2)
    expect((await post('wallets/embedded/export', { deviceId })).body).toEqual({ privateKey })
    expect((await post('wallets/embedded/reshare', { deviceId, scheme: 'ONE_OF_ONE' })).status).toBe(400)
    const malformed = await post('wallets/embedded', { userId, chain: 'EVM', privateKey: '0x5a' })
    expect(malformed).toMatchObject({ status: 400, body: { error: expect.stringContaining('not in the format') } })
  })

  it('are described in the document of the control interface', async () => {
    const { paths } = (await get('openapi.json')).body
    const { schema } = paths['/wallets/embedded/newDevice'].post.requestBody.content['application/json']
    expect(schema).toMatchObject({ required: ['deviceId', 'password'], additionalProperties: false })
    for (const path of ['prices', 'rooms/failNext', 'chain/funds', 'chain/blocks', 'chain/transactions'])
      expect(paths).toHaveProperty([`/${path}`])
  })

  it('have no route that the tests above have not called', () => {
    // Those of delegated access have tests beside the server's.
    const undelegatedRoutes = Object.keys(embeddedRoutes).filter((route) => !/delegat/i.test(route))
    expect(undelegatedRoutes.filter((route) => !control.calledRoutes.has(route))).toEqual([])
  })
})
