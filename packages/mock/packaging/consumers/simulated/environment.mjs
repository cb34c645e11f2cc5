import { createRequire } from 'node:module'
import { populateGlobal } from 'vitest/runtime'

// As the environments of vitest do it, with the library in the folder PAGE_LIBRARY.
const library = createRequire(import.meta.url)(process.env.PAGE_LIBRARY)

export default {
  name: 'page',
  viteEnvironment: 'client',
  setup(global) {
    const url = 'http://localhost:3000/'
    const window = library.JSDOM
      ? new library.JSDOM('', { url, pretendToBeVisual: true }).window
      : new library.Window({ url })
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true })
    return {
      teardown() {
        for (const key of keys) delete global[key]
        for (const [key, value] of originals) global[key] = value
      },
    }
  },
}
