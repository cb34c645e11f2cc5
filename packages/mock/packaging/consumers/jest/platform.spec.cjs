const { createMock } = require('@latchkey/mock')
const { createSweep } = require('@latchkey/mock/jest')

test.each([
  ['createMock', () => createMock()],
  ['createSweep', () => createSweep()],
])('%s says what the environment lacks, and where help is', (_, create) => {
  expect(create).toThrow(
    'Failed to call "createMock()": this environment has no TextEncoder, TextDecoder, fetch, Request, Response, ' +
      'crypto.subtle. In Jest with jsdom, set testEnvironment to "@latchkey/mock/jest-environment".',
  )
})
