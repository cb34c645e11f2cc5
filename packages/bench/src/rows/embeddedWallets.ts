import { createMock } from '@latchkey/mock'
import { ed25519 } from '@noble/curves/ed25519.js'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { mediansOf, prepared } from '../measure.ts'
import { ratio, type Row } from '../row.ts'

/** Runs of each task. */
const count = 160
const digest = `0x${'01'.repeat(32)}` as const

/** A task that needs no preparation. */
const task = (run: () => unknown) =>
  prepared(
    () => undefined,
    () => run(),
  )

/** Signatures of the mock's embedded wallets, beside those of a key that is in one place. */
export async function embeddedWallets(): Promise<Row[]> {
  const mock = createMock()
  await mock.create.provider({ provider: 'dynamic' })
  const ada = await mock.create.user({ email: 'ada@example.com' })
  const evm = await mock.wallets.embedded(ada, { chain: 'EVM' })
  const solana = await mock.wallets.embedded(ada, { chain: 'SVM' })
  const account = privateKeyToAccount(generatePrivateKey())
  const [key, message] = [ed25519.utils.randomSecretKey(), new Uint8Array(32).fill(1)]
  const times = await mediansOf(count, {
    viem: task(() => account.signMessage({ message: 'hello' })),
    viemDigest: task(() => account.sign({ hash: digest })),
    noble: task(() => ed25519.sign(message, key)),
    evmRoom: task(() => evm.signMessage('hello')),
    evm: task(() => evm.sign(digest)),
    solanaRoom: task(() => solana.signInRoom(digest)),
    solana: task(() => solana.sign(digest)),
  })
  const viem = "viem's signMessage"
  const noble = "noble's signature"
  return [
    ratio({
      what: 'embedded wallet, EVM: a signature in a room',
      ours: times.evmRoom,
      peer: times.viem,
      name: viem,
      limit: 18,
    }),
    ratio({
      what: 'embedded wallet, EVM: sign()',
      ours: times.evm,
      peer: times.viemDigest,
      name: "viem's sign",
      limit: 3,
    }),
    ratio({
      what: 'embedded wallet, Solana: a signature in a room',
      ours: times.solanaRoom,
      peer: times.noble,
      name: noble,
      limit: 75,
    }),
    ratio({ what: 'embedded wallet, Solana: sign()', ours: times.solana, peer: times.noble, name: noble, limit: 3 }),
  ]
}
