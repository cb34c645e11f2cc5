import * as evm from '@ethereumjs/evm'
import { createWorker, createWorldObject } from '../../src/cloudflare.ts'

/** The Worker of the tests with a virtual machine, which runs contracts of the test's own. */
export default createWorker()

export class TestWorld extends createWorldObject({ providers: ['emailOnly', 'google'], signing: 'ES256', evm }) {}
