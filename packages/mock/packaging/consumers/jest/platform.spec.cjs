const { createMock } = require('@latchkey/mock')

test('says what the environment lacks, and where help is', () => {
  expect(() => createMock()).toThrow(
    'Failed to call "createMock()": this environment has no TextEncoder, TextDecoder, fetch, Request, Response, ' +
      'crypto.subtle. In Jest with jsdom, set testEnvironment to "@latchkey/mock/jest-environment".',
  )
})
