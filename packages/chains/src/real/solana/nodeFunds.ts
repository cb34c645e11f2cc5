import type { Answer, Answers, Source } from '@latchkey/base/questions'
import type { Account } from '../../chains.ts'
import { addressOf } from '../../ledger/accounts.ts'
import type { ChainNode } from '../chainNode.ts'
import { lamportsAt } from './nodeAccounts.ts'
import { airdropOnNode } from './realFunds.ts'
import { solanaNode } from './solanaNode.ts'

/** Funds for accounts of the service on a real cluster. */
export interface NodeFunds {
  /**
   * Asks for an airdrop of a tenth of these lamports for an account that has less than a hundredth, since public clusters
   * give little. The work then reads the cluster as it is with the airdrop.
   *
   * @throws Unanswered, {@link OutsideFailure} for a node that gives nothing
   */
  fillUp(account: Account, input: { readonly lamports: bigint; readonly answers: Answers }): void
}

interface Airdrop {
  readonly address: string
  /** A decimal text. */
  readonly lamports: string
}

export function createNodeFunds(node: ChainNode): NodeFunds {
  const airdrops: Source = {
    name: node.name,
    ask: (questions) => Promise.all(questions.map(({ content }) => answerOf(content as Airdrop))),
  }
  /** The pieces of work that have read the cluster again since their airdrop. */
  const refreshed = new WeakSet<Answers>()

  async function answerOf({ address, lamports }: Airdrop): Promise<Answer> {
    try {
      return { value: await airdropOnNode(node, address, BigInt(lamports)) }
    } catch (error) {
      return { problem: (error as Error).message }
    }
  }

  return {
    fillUp(account, { lamports, answers }) {
      if (lamportsAt(solanaNode(node, answers), account) >= lamports / 100n) return
      const content: Airdrop = { address: addressOf(account), lamports: String(lamports / 10n) }
      answers.get(airdrops, { label: 'requestAirdrop', content })
      if (refreshed.has(answers)) return
      refreshed.add(answers)
      answers.forget(node)
      lamportsAt(solanaNode(node, answers), account)
    },
  }
}
