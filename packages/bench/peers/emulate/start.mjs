// Starts the emulator of Clerk as its README shows it, at the port of the first argument. A message resets it.
import { createEmulator } from 'emulate'

const keys = Array.from({ length: 1_000 }, (_, n) => [`sk_test_${n}`, { login: 'admin', scopes: [] }])
const seed = { tokens: Object.fromEntries(keys), clerk: { users: [] } }
const emulator = await createEmulator({ service: 'clerk', port: Number(process.argv[2]), seed })
process.on('message', async () => {
  await emulator.reset()
  process.send('done')
})
