import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

/**
 * What {@link createClient} never lets openapi-fetch need: it hands over serializers of its own, and none of the further
 * arguments of fetch that Node's version decides about.
 */
const unneeded = ['createQuerySerializer', 'defaultPathSerializer', 'supportsRequestInitExt']

/**
 * Empties functions that are never needed, so that bundlers leave them and what they call out.
 *
 * @throws Error when the text has no such function: another version of openapi-fetch may need something else.
 */
export function prune(source: string): string {
  return unneeded.reduce((text, name) => {
    const pruned = text.replace(
      new RegExp(`^(?:function ${name}\\(|const ${name} = \\().*\\{$[^]*?^\\};?$`, 'm'),
      `function ${name}() {}`,
    )
    if (pruned === text)
      throw new Error(`openapi-fetch has no function ${name} any more: look at what createClient needs to hand over.`)
    return pruned
  }, source)
}

/** Takes out of a bundled openapi-fetch what is never needed: a third of it, which no bundler can tell by itself. */
export const pruneOpenapiFetch: Plugin = {
  name: 'prune openapi-fetch',
  setup(build) {
    build.onLoad({ filter: /openapi-fetch[\\/]dist[\\/]index\.mjs$/ }, ({ path }) => ({
      contents: prune(readFileSync(path, 'utf8')),
    }))
  },
}
