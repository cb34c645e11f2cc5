import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

/** What {@link createClient} never lets openapi-fetch reach, as it hands over serializers of its own. */
const unreached = ['createQuerySerializer', 'defaultPathSerializer']

/** Takes out of a bundled openapi-fetch what is never reached: a third of it, which no bundler can tell by itself. */
export const pruneOpenapiFetch: Plugin = {
  name: 'prune openapi-fetch',
  setup(build) {
    build.onLoad({ filter: /openapi-fetch[\\/]dist[\\/]index\.mjs$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const contents = unreached.reduce((text, name) => {
        const pruned = text.replace(new RegExp(`^function ${name}\\(.*\\{$[^]*?^\\}$`, 'm'), `function ${name}() {}`)
        if (pruned === text) throw new Error(`openapi-fetch has no function ${name} any more: look at what createClient needs to hand over.`)
        return pruned
      }, source)
      return { contents }
    })
  },
}
