const { createSweep } = require('@latchkey/mock/jest')

const sweep = createSweep()
sweep('is not learned', () => {
  throw new Error('learned')
})
test.only('a test that is focused', () => undefined)
