import type { AVMWebClient } from '@agoralabs-sh/avm-web-provider'
import type { SolanaSignInMethod, SolanaSignMessageMethod } from '@solana/wallet-standard-features'
import type { StarknetWindowObject } from '@starknet-io/types-js'
import type { ConnectEvent, ConnectRequest, WalletEvent } from '@tonconnect/protocol'
import type { Wallet } from '@wallet-standard/base'
import { expectTypeOf, it } from 'vitest'
import type { Session } from '../session/session.ts'
import { linkWallet, signInWithWallet } from '../session/wallet.ts'
import type { WalletSource } from '../session/walletSource.ts'
import type { AvmWebClient } from './avmWeb.ts'
import type { featuresOf, StandardWallet } from './standard.ts'
import type { StarknetWallet } from './starknet.ts'
import type { TonConnectBridge } from './tonConnect.ts'

type Features = Required<ReturnType<typeof featuresOf>>

it('a wallet of the Wallet Standard is taken without a cast, and so are its features', () => {
  expectTypeOf<Wallet>().toExtend<StandardWallet>()
  const { signIn } = {} as Features['solana:signIn']
  const { signMessage } = {} as Features['solana:signMessage']
  expectTypeOf<ReturnType<SolanaSignInMethod>>().toExtend<ReturnType<typeof signIn>>()
  expectTypeOf<ReturnType<SolanaSignMessageMethod>>().toExtend<ReturnType<typeof signMessage>>()
})

it('a wallet of get-starknet is taken without a cast', () => {
  expectTypeOf<StarknetWindowObject>().toExtend<StarknetWallet>()
})

it('a client of ARC-0027 is taken without a cast', () => {
  expectTypeOf<AVMWebClient>().toExtend<AvmWebClient>()
})

it('a bridge of TON Connect is taken without a cast', () => {
  interface Bridge {
    connect(protocolVersion: number, message: ConnectRequest): Promise<ConnectEvent>
    listen(callback: (event: WalletEvent) => void): () => void
  }
  expectTypeOf<Bridge>().toExtend<TonConnectBridge>()
})

it('a wallet takes the place of the address and the signing function, and both together are refused', () => {
  const [session, wallet, address] = [{} as Session, {} as WalletSource, '']
  void signInWithWallet(session, { wallet, account: address, chainId: 1, walletName: 'metamask' })
  void linkWallet(session, { wallet, confirmTransfer: () => true })
  void signInWithWallet(session, { address, sign: () => '0x' })
  // @ts-expect-error -- the wallet gives its address
  void signInWithWallet(session, { wallet, address })
  // @ts-expect-error -- the wallet has the chain
  void signInWithWallet(session, { wallet, chain: 'SOL' })
  // @ts-expect-error -- two ways at once
  void signInWithWallet(session, { wallet, address, sign: () => '0x' })
  // @ts-expect-error -- neither a wallet nor an address
  void signInWithWallet(session, { statement: 'Sign in.' })
})
