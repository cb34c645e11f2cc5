import { hashMessage } from 'viem'
import { describe, expect, it } from 'vitest'
import { createHost } from '#host'
import { siteHeaders as headers } from '../people/walletPeople.ts'

const host = createHost()
const safe = '0x5aFE3855358E112B5647B952709E6165e1c1eEEe'
const accepted = `0x${'ab'.repeat(130)}`

describe('a contract wallet that a test describes', () => {
  // https://github.com/wevm/wagmi/issues/3956
  it('signs in by the signatures that its contract accepts', async () => {
    const owner = await host.mock.wallets.evm()
    const isValid = 'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'
    let message = ''
    await host.mock.chain.contract(safe, [isValid], {
      isValidSignature: (_, hash: string, signature: string) =>
        hash === hashMessage(message) && signature === accepted ? '0x1626ba7e' : '0xffffffff',
    })
    const request = async (signedMessage: string) => {
      const { nonce } = (await host.call('nonces.create')).body
      const fields = await owner.request({ nonce: String(nonce), address: safe })
      message = fields.messageToSign
      return { body: { ...fields, publicWalletAddress: safe, signedMessage }, headers }
    }
    const { body } = await host.call('walletSignIn.verify', await request(accepted))
    expect(body.user.verifiedCredentials[0]).toMatchObject({ address: safe })
    const refusal = { status: 422, code: 'other_verify_failure' }
    expect(await host.refuse('walletSignIn.verify', await request(`0x${'ab'.repeat(131)}`))).toMatchObject(refusal)
    await host.mock.chain.contract(safe, [isValid], {
      isValidSignature: () => {
        throw new Error('Closed.')
      },
    })
    expect(await host.refuse('walletSignIn.verify', await request(accepted))).toMatchObject(refusal)
  })
})
