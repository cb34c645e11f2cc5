import { expect, it } from 'vitest'
import { createMock } from '../mock/createMock.ts'
import { simulateNavigation } from './navigation.ts'

// test/hosts/navigation.browser.test.ts shows what it does in a page.
it('names the browsers that have the Navigation API when it is missing', () => {
  expect(() => simulateNavigation(createMock())).toThrow(
    'Failed to call "simulateNavigation()": this environment has no Navigation API. ' +
      'Browsers have it from Chrome 102, Safari 26.2 and Firefox 147 on.',
  )
})
