import { createWorker, createWorldObject } from '@latchkey/mock/cloudflare'

/** Each world is an object of this class. The options are those of `createMock`. */
export class LatchkeyWorld extends createWorldObject({ providers: ['emailOnly', 'google'] }) {}

export default createWorker()
