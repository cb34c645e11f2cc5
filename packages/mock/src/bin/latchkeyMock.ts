#!/usr/bin/env node
import module from 'node:module'
import { nodeProblem } from '@latchkey/base/nodeVersion'

// An old Node refuses the syntax and the imports of other files, so this one says why before it loads them.
const problem = nodeProblem()
if (problem === undefined) await start()
else {
  console.error(`latchkey-mock: ${problem}`)
  process.exitCode = 1
}

async function start(): Promise<void> {
  // From Node 22.8 on, each start after the first finds the code compiled in the folder for temporary files.
  module.enableCompileCache?.()
  const { runCommandLine } = await import('./commandLine.ts')
  await runCommandLine()
}
