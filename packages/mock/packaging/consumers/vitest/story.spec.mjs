import expected from '../story/expected.json'
import * as modules from '../story/modules.mjs'
import { story } from '../story/story.cjs'

test('every entry does its part', async () => {
  expect(await story(modules)).toEqual(expected)
})
