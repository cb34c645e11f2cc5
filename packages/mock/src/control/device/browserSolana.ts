import type { SolanaNodes, SolanaTransaction } from '@latchkey/browser-wallet/solana/solanaNodes'
import { askNode } from './browserNodes.ts'
import type { Service } from './embeddedDevice.ts'

interface Account {
  readonly address: string
}

type Instruction = SolanaTransaction['asked']['instructions'][number]

/** The nodes of Solana, and the readers of its transactions. They are loaded here, since they bring a large library. */
export async function loadSolanaNodes(service: Service): Promise<SolanaNodes> {
  const [codec, { decodeInstruction }] = await Promise.all([
    import('@latchkey/chains/codecs/solanaTransactions'),
    import('@latchkey/chains/codecs/solanaInstructions'),
  ])
  type Read = NonNullable<ReturnType<typeof codec.readSolanaTransaction>>

  function instructionsOf(transaction: Read): Instruction[] {
    const accounts = codec.accountsOf(transaction, placesIn) ?? []
    return codec.instructionsOf(transaction, accounts).map((instruction): Instruction => {
      const { program } = instruction
      const decoded = decodeInstruction(instruction)
      if (!decoded) return { program, accounts: addressesOf(instruction.accounts), fields: {} }
      const fields = Object.entries(decoded.fields).map(([name, value]) => [name, plain(value)])
      return {
        program,
        name: decoded.name,
        accounts: addressesOf(decoded.accounts),
        fields: Object.fromEntries(fields),
      }
    })
  }

  return {
    readTransaction(bytes) {
      const transaction = codec.readSolanaTransaction(bytes)
      if (!transaction) return undefined
      const { version, signers, messageBytes, lifetimeToken } = transaction
      return {
        asked: { version, feePayer: signers[0] ?? '', instructions: instructionsOf(transaction) },
        signers,
        messageBytes,
        blockhash: lifetimeToken,
        withSignature: (signer, signature) =>
          codec.writeSolanaTransaction(codec.withSignature(transaction, signer, Uint8Array.from(signature))),
      }
    },
    isTransactionMessage: (bytes) => codec.readSolanaMessage(bytes) !== undefined,
    ask: (cluster, method, params) => askNode(service, `solana/${cluster}`, { method, params }),
  }
}

/** A lookup table whose contents the wallet does not know: it names the places in it. */
const placesIn = (table: string) => Array.from({ length: 256 }, (_, index) => `${table}[${index}]`)

/** The addresses of accounts by name, or by index. */
function addressesOf(accounts: readonly Account[] | Readonly<Record<string, Account>>): Record<string, string> {
  return Object.fromEntries(Object.entries(accounts).map(([name, { address }]) => [name, address]))
}

/** An argument of an instruction in JSON. */
const plain = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)
