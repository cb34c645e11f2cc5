// Prints what each module that is named on the command line exports, as an ES module and as CommonJS.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const surface = {}
for (const name of process.argv.slice(2))
  surface[name] = { esm: Object.keys(await import(name)).sort(), cjs: Object.keys(require(name)).sort() }
console.log(JSON.stringify(surface))
