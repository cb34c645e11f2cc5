// Loaded before a program: `require` refuses the ES modules of our packages, as it does in Jest.
const { prototype } = require('node:module')
const { sep } = require('node:path')

const load = prototype.require
prototype.require = function (specifier) {
  const isOwn = this.filename?.includes(`${sep}@latchkey${sep}`) && /^\.\/.+\.js$/.test(specifier)
  if (isOwn) throw Object.assign(new Error(`Must use import to load ${specifier}`), { code: 'ERR_REQUIRE_ESM' })
  return load.call(this, specifier)
}
