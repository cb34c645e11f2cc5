const expected = require('../story/expected.json')
const { story } = require('../story/story.cjs')

test('every entry does its part, as CommonJS', async () => {
  expect(await story(require('../story/modules.cjs'))).toEqual(expected)
})
