import config from './playwright.config.ts'

/** For machines that run other tests, too: an expectation has more than five seconds. */
export default { ...config, expect: { timeout: 300_000 } }
