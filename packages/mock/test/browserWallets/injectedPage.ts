import type { PageWindow } from '@latchkey/browser-wallet/page/pageWindow'
import { Window } from 'happy-dom'

/** A page of happy-dom with the objects that wallets put into it. */
export type InjectedPage<Objects> = PageWindow & Partial<Objects>

export const openPage = <Objects>(origin = 'https://app.example.com'): InjectedPage<Objects> =>
  new Window({ url: `${origin}/` }) as unknown as InjectedPage<Objects>

/** The error of a call that fails. */
export const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    (result) => {
      throw new Error(`The wallet answered ${JSON.stringify(result)}.`)
    },
    (failure: unknown) => failure,
  )
