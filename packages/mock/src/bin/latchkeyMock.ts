#!/usr/bin/env node
import module from 'node:module'

// From Node 22.8 on, each start after the first finds the code compiled in the folder for temporary files.
module.enableCompileCache?.()
const { runCommandLine } = await import('./commandLine.ts')
await runCommandLine()
