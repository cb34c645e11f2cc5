/** A word, and the ending of a chunk behind it: `gates.d` of `gates.d-BiWFu1BZ.d.ts`. */
const words = /[\w$]+(?:\.d(?=-[\w-]{8}\.(?:d\.c?ts|c?js)\b))?/g

/**
 * Gives the modules in the text of bundled declarations the names that their sources have.
 *
 * @param modules - The names of the sources, without an extension.
 */
export function renameModules(text: string, modules: ReadonlySet<string>): string {
  return text.replaceAll(words, (word) => {
    if (word.endsWith('.d')) return modules.has(word.slice(0, -2)) ? word.slice(0, -2) : word
    // A namespace, and the names in it: `gates_d`, `gates_d_CreateInput`.
    const end = word.search(/_d(?=[_$]|$)/)
    const name = word.slice(0, Math.max(end, 0))
    if (!modules.has(name)) return word
    // Modules of CommonJS have a variable of that name.
    return `${name === 'exports' ? 'exports$1' : name}${word.slice(end + 2)}`
  })
}
