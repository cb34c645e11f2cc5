import { createMock } from '@latchkey/mock'

const mock = createMock()
await mock.create.provider({ provider: 'dynamic' })
const ada = await mock.create.user({ email: 'ada@example.com' })

// Ada's device and the service make a key, and each of them keeps a share.
const wallet = await mock.wallets.embedded(ada, { chain: 'EVM' })
console.log('address of', wallet.address.length, 'characters,', wallet.shares.length, 'share on the device')
// → address of 42 characters, 1 share on the device

// Another device opens the backup. The first one is lost, and the wallet is not.
const phone = await wallet.newDevice({ password: 'correct horse' })
wallet.loseDevice()
const signature = await phone.signMessage('hello')
console.log('signature of', signature.length, 'characters')
// → signature of 132 characters

// A ceremony can fail, and the mock can make it fail.
mock.rooms.failNext('sign', 'party_left')
await phone.signMessage('hello').catch((error: Error) => console.log(error.name))
// → ServiceRefusal
