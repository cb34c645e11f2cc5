import { expect, it } from 'vitest'
import { createMock } from '../createMock.ts'
import { pretendNavigation } from './navigation.ts'

// What it does in a page is in test/navigation.browser.test.ts.
it('says which browsers have what it needs where that is missing', () => {
  expect(() => pretendNavigation(createMock())).toThrow(
    'Failed to call "pretendNavigation()": this environment has no Navigation API. ' +
      'Browsers have it from Chrome 102, Safari 26.2 and Firefox 147 on.',
  )
})
