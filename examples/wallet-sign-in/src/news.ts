import { MutationCache, QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { formatUnits } from 'viem'
import type { GetBalanceReturnType } from 'wagmi/actions'
import { sentenceOf } from './sentences.ts'

/** The page's words about the last action: how it went, or why it failed. */
interface News {
  readonly text: string
  readonly isProblem: boolean
}

const none: News = { text: '', isProblem: false }
let news = none
const listeners = new Set<() => void>()

function tell(next: News): void {
  news = next
  for (const listener of listeners) listener()
}

export const announce = (text: string): void => tell({ text, isProblem: false })

export const useNews = (): News => useSyncExternalStore(subscribe, () => news)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Every action is a mutation, also those of wagmi and RainbowKit, so each failure passes here. */
export const queries = new QueryClient({
  mutationCache: new MutationCache({
    onMutate: () => tell(none),
    onError: (error) => tell({ text: sentenceOf(error), isProblem: true }),
  }),
  // A wallet and a local node answer without a network, too.
  defaultOptions: { mutations: { networkMode: 'always' }, queries: { networkMode: 'always' } },
})

// RainbowKit 2 shows a field of wagmi 2, which wagmi 3 no longer gives.
queries.setQueryDefaults(['balance'], {
  select: (balance: GetBalanceReturnType) => ({ ...balance, formatted: formatUnits(balance.value, balance.decimals) }),
})
