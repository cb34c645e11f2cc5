import { importOutside } from '@latchkey/base/importOutside'
import type { EvmModule } from '@latchkey/chains/ledger/evm/machine/evmModule'

/** Loads the virtual machine of EVM chains, which few need. @throws TypeError with what to do when it is not installed */
export async function loadEvm(load: (name: string) => Promise<unknown> = importOutside): Promise<EvmModule> {
  try {
    return (await load('@ethereumjs/evm')) as EvmModule
  } catch (cause) {
    throw new TypeError('--evm needs @ethereumjs/evm 10.1 or later. Run: npm install --save-dev @ethereumjs/evm', {
      cause,
    })
  }
}
