import expected from '../story/expected.json' with { type: 'json' }
import * as modules from '../story/modules.mjs'
import { story } from '../story/story.cjs'

test('every entry does its part, as ES modules', async () => {
  expect(await story(modules)).toEqual(expected)
})
