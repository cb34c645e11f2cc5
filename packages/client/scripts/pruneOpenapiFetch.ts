import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

/**
 * What {@link createClient} never lets openapi-fetch need: it hands over serializers of its own, and none of the further
 * arguments of fetch that Node's version decides about.
 */
const unneeded = ['createQuerySerializer', 'defaultPathSerializer', 'supportsRequestInitExt']

/** What is left of statements, where {@link createClient} has decided what they ask: a serializer is always a function. */
const shorter: ReadonlyArray<readonly [from: string, to: string]> = [
  ['requestInitExt = supportsRequestInitExt() ? requestInitExt : void 0;', ''],
  [
    'typeof globalQuerySerializer === "function" ? globalQuerySerializer : createQuerySerializer(globalQuerySerializer);',
    'globalQuerySerializer;',
  ],
  [
    `typeof requestQuerySerializer === "function" ? requestQuerySerializer : createQuerySerializer({
        ...typeof globalQuerySerializer === "object" ? globalQuerySerializer : {},
        ...requestQuerySerializer
      });`,
    'requestQuerySerializer;',
  ],
  [
    'requestPathSerializer || globalPathSerializer || defaultPathSerializer;',
    'requestPathSerializer || globalPathSerializer;',
  ],
]

/**
 * Empties functions that are never needed, so that bundlers leave them and what they call out, and shortens what asks
 * for them.
 *
 * @throws Error when the text has no such function or statement: another version of openapi-fetch may need something else.
 */
export function prune(source: string): string {
  const shortened = shorter.reduce((text, [from, to]) => {
    if (!text.includes(from))
      throw new Error(`openapi-fetch has no statement ${from} any more: look at what createClient needs to hand over.`)
    return text.replace(from, to)
  }, source)
  return unneeded.reduce((text, name) => {
    const pruned = text.replace(
      new RegExp(`^(?:function ${name}\\(|const ${name} = \\().*\\{$[^]*?^\\};?$`, 'm'),
      `function ${name}() {}`,
    )
    if (pruned === text)
      throw new Error(`openapi-fetch has no function ${name} any more: look at what createClient needs to hand over.`)
    return pruned
  }, shortened)
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
