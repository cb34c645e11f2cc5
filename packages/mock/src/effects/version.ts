declare const LATCHKEY_MOCK_VERSION: string

/** The version of this package, which its build puts in. The sources themselves have none. */
export const version = typeof LATCHKEY_MOCK_VERSION === 'undefined' ? '0.0.0' : LATCHKEY_MOCK_VERSION
