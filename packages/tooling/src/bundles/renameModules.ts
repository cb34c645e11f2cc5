/**
 * Gives the modules in the text of bundled declarations the names that their sources have.
 *
 * @param modules - The names of the sources, without an extension.
 */
export function renameModules(text: string, modules: ReadonlySet<string>): string {
  return (
    text
      // A chunk: `gates.d-BiWFu1BZ.d.ts`, and where it is imported.
      .replaceAll(/([\w$]+)\.d(?=-[\w-]{8}\.(?:d\.c?ts|c?js)\b)/g, (whole, name: string) =>
        modules.has(name) ? name : whole,
      )
      // A namespace, and the names in it: `gates_d`, `gates_d_CreateInput`.
      .replaceAll(/\b([\w$]+?)_d(?=_|\b)/g, (whole, name: string) => {
        if (!modules.has(name)) return whole
        // Modules of CommonJS have a variable of that name.
        return name === 'exports' ? 'exports$1' : name
      })
  )
}
