// Starts the emulator as its README shows it, at the port of the first argument. A message to the process resets it.
import { createEmulator } from 'workos/emulate'

const keys = Array.from({ length: 1_000 }, (_, n) => [`sk_test_${n}`, { environment: 'test' }])
const emulator = await createEmulator({ port: Number(process.argv[2]), seed: { apiKeys: Object.fromEntries(keys) } })
process.on('message', () => {
  emulator.reset()
  process.send('done')
})
