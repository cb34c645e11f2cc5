/**
 * Imports what bundles leave outside: a module of the user's, or a package that only few apps have. The executable has
 * a way of its own to find packages.
 *
 * @param specifier - A package, or the URL of a file.
 */
export function importOutside(specifier: string): Promise<unknown> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)
}
