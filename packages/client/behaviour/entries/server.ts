import { startHostileServer } from '../hostileServer.ts'

// A process of its own, so that nothing else delays its answers. It ends with its parent.
const { baseUrl, otherUrl } = await startHostileServer()
process.on('disconnect', () => process.exit(0))
process.send?.({ baseUrl, otherUrl })
