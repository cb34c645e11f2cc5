import { accountAt, changeAccount } from '../../ledger/accounts.ts'
import { zeroAddress } from '../../ledger/evm/erc20.ts'
import { accountOf } from '../../ledger/evm/execution.ts'
import { hasBytecode, removeCode, writeBytecode } from '../../ledger/evm/machine/bytecodeStorage.ts'
import { declareContract, setTokenAmount } from '../../ledger/tokens.ts'
import { readAddress, readData, readQuantity } from '../evmParams.ts'
import { RpcError } from '../jsonRpc.ts'
import type { NodeMethod } from './nodeMethod.ts'

/** The code of an account with a delegation: a prefix and an address (EIP-7702). */
const delegationCode = /^0xef0100([\da-f]{40})$/

const noBytecode =
  'This chain runs no bytecode, so it cannot take the code of a contract. A test says what a contract answers: \
mock.chain.contract(address, abi, handlers). To run a contract of your own, use a real node beside the mock.'

const ownBalances =
  'This token has bytecode, which keeps its balances itself. Send its tokens from an account that has some, such as an \
impersonated one, or set the slot of its storage by anvil_setStorageAt.'

/** The account at an address on a chain. */
const at = (networkId: number, address: unknown) => ({ account: accountOf(readAddress(address)), networkId })

/** Changes of accounts, without a transaction and without a block. */
export const accountMethods = {
  setBalance: ({ run, networkId }, [address, value]) =>
    run(({ backend }) => {
      changeAccount(backend, at(networkId, address), { balance: readQuantity(value, 'balance') })
      return null
    }),
  setNonce: ({ run, networkId }, [address, value]) =>
    run(({ backend }) => {
      const nonce = Number(readQuantity(value, 'nonce'))
      const before = accountAt(backend, at(networkId, address)).nonce
      if (!Number.isSafeInteger(nonce + 1)) throw new RpcError('params', `invalid argument: the nonce is too high`)
      // With an earlier nonce, a transaction could be mined twice.
      if (nonce < before)
        throw new RpcError('params', `New nonce (${nonce}) must not be smaller than the existing nonce (${before})`)
      changeAccount(backend, at(networkId, address), { nonce })
      return null
    }),
  setCode: ({ run, networkId }, [address, value]) =>
    run(({ backend }) => {
      const code = readData(value, 'code')
      const [, delegate] = delegationCode.exec(code) ?? []
      const isBytecode = code !== '0x' && delegate === undefined
      if (isBytecode && !backend.codeRuns) throw new RpcError(-32_000, noBytecode)
      const isDelegated = delegate !== undefined && `0x${delegate}` !== zeroAddress
      const account = at(networkId, address)
      changeAccount(backend, account, { delegate: isDelegated ? accountOf(`0x${delegate}`) : undefined })
      if (isBytecode) writeBytecode(backend, account, code)
      else if (hasBytecode(backend, account)) removeCode(backend, account)
      return null
    }),
  dealErc20: ({ run, networkId }, [owner, token, value]) =>
    run(({ backend }) => {
      const contract = accountOf(readAddress(token, 'token'))
      const amount = readQuantity(value, 'balance')
      if (hasBytecode(backend, { account: contract, networkId })) throw new RpcError(-32_000, ownBalances)
      if (!backend.store.chainContracts.find('byAccount', [contract, networkId]))
        declareContract(backend, { account: contract, networkId, standard: 'erc20' })
      setTokenAmount(backend, { networkId, contract, kind: 'token' }, { owner: accountOf(readAddress(owner)), amount })
      return null
    }),
} satisfies Record<string, NodeMethod>
