import config from './playwright.config'

/** For machines that run other tests, too: an expectation has more than five seconds. */
export default { ...config, timeout: 600_000, expect: { timeout: 300_000 } }
