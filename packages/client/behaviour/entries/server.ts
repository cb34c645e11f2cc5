import { startHostileServer } from '../hostileServer.ts'

// A separate process, so that nothing else delays its answers. It ends with its parent.
const { baseUrl, otherUrl } = await startHostileServer()
process.on('disconnect', () => process.exit(0))
process.send?.({ baseUrl, otherUrl })
