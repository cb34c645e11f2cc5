/**
 * The libraries that users install with a package. All others of its `dependencies` are bundled, or peers that the
 * checkout needs to run.
 */
const installed = {
  '@latchkey/client': ['@latchkey/types', 'jose', 'openapi-fetch'],
  '@latchkey/mock': ['@latchkey/types'],
  '@latchkey/types': [],
}

export const hooks = {
  /** Makes the package.json of a tarball. In the checkout it says what a package needs to run from its sources. */
  beforePacking(manifest) {
    const names = installed[manifest.name]
    if (!names) throw new Error(`.pnpmfile.mjs does not say what users of ${manifest.name} install.`)
    const packed = { ...manifest }
    delete packed.devDependencies
    delete packed.dependencies
    if (names.length > 0)
      packed.dependencies = Object.fromEntries(names.map((name) => [name, manifest.dependencies[name]]))
    return packed
  },
}
