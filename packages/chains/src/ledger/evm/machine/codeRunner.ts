import type { RunCode } from './codeRuns.ts'
import type { EvmModule } from './evmModule.ts'

/** Runs code by a virtual machine. What both need is loaded with the first run. */
export const codeRunner =
  (module: EvmModule): RunCode =>
  async (backend, request) =>
    (await import('./runCode.ts')).runCode(backend, { module, request })
