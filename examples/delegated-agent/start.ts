import { startServer } from '@latchkey/mock/node'
import { base } from 'viem/chains'
import { allowDelegation } from './settings.ts'
import { startBackend } from './startBackend.ts'

const callerKey = 'a-key-of-your-own-services'
const { mock } = await startServer()
await allowDelegation(mock)
const { url } = await startBackend({ mock, callerKey, port: 3000 })

const user = await mock.create.user({ email: 'ada@example.com' })
const wallet = await mock.wallets.embedded(user, { chain: 'EVM' })
await mock.chain.fund(wallet.address, { ether: '1' }, base.id)
await wallet.delegate()

const body = JSON.stringify({
  walletId: wallet.walletId,
  to: '0x00000000000000000000000000000000000B0b01',
  ether: '0.25',
})
console.log(`Ada has delegated access to her wallet ${wallet.address}, which has 1 ether. Pay with it:

  curl ${url}/payments -H 'authorization: Bearer ${callerKey}' -H 'content-type: application/json' -d '${body}'

Press Enter to let Ada take the access back, and pay again.`)

process.stdin.once('data', async () => {
  await wallet.revokeDelegation()
  console.log('Ada has taken the access back. Press Ctrl-C to end.')
})
