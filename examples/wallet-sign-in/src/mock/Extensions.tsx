import { useEffect, useReducer, useRef } from 'react'
import { formatEther } from 'viem'
import * as chains from 'viem/chains'
import type { Extension, OpenRequest } from './extension.ts'

const shown = [chains.base, chains.optimism, chains.arbitrum, chains.mainnet]
const nameOf = (chainId: number | undefined) => shown.find(({ id }) => id === chainId)?.name ?? `chain ${chainId}`

/** The wallets of the browser, beside the page, and the windows in which they ask. */
export function Extensions({ extensions }: { extensions: readonly Extension[] }) {
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const ends = extensions.map(({ watch }) => watch(refresh))
    return () => ends.forEach((end) => end())
  }, [extensions])
  return (
    <>
      <h2>Your browser&rsquo;s wallets</h2>
      <p>They are simulated. Here you do what you would do in an extension.</p>
      {extensions.map((extension) => (
        <Wallet key={extension.wallet.name} {...extension} />
      ))}
      <Windows extensions={extensions} />
    </>
  )
}

function Wallet({ wallet, color, act }: Extension) {
  const { name, accounts, chainId, isLocked } = wallet
  const sorted = [...accounts].sort()
  return (
    <section aria-label={name} className="wallet">
      <h3>
        <Badge name={name} color={color} /> {name}
      </h3>
      <label>
        Account
        <select value={accounts[0]} onChange={({ target }) => act(() => wallet.switchAccount(target.value))}>
          {sorted.map((address) => (
            <option key={address} value={address}>
              {shorten(address)}
            </option>
          ))}
        </select>
      </label>
      <label>
        Chain
        <select value={chainId} onChange={({ target }) => act(() => wallet.switchChain(Number(target.value)))}>
          {shown.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => act(() => (isLocked ? wallet.unlock() : wallet.lock()))}>
        {isLocked ? 'Unlock' : 'Lock'}
      </button>
    </section>
  )
}

/** In the top layer, as the windows of extensions are above the page and its dialogs. */
function Windows({ extensions }: { extensions: readonly Extension[] }) {
  return (
    <div popover="manual" className="windows" ref={show}>
      {extensions.flatMap((extension) =>
        extension.wallet.requests
          .filter(({ status }) => status === 'open')
          .map((request) => (
            <Question key={`${extension.wallet.name} ${request.id}`} extension={extension} request={request} />
          )),
      )}
    </div>
  )
}

const show = (element: HTMLElement | null) => element?.showPopover()

interface QuestionProps {
  extension: Extension
  request: OpenRequest
}

function Question({ extension: { wallet, color, act }, request }: QuestionProps) {
  const place = useRef<HTMLElement>(null)
  // The window of an extension has the focus while it is open.
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    place.current?.focus()
    return () => before?.focus()
  }, [])
  return (
    <section aria-label={`${wallet.name} asks`} tabIndex={-1} ref={place}>
      <h3>
        <Badge name={wallet.name} color={color} /> {wallet.name}
      </h3>
      <p>{questionOf(request)}</p>
      {request.text && <pre tabIndex={0}>{request.text}</pre>}
      <div className="answers">
        <button type="button" onClick={() => act(() => request.refuse())}>
          Refuse
        </button>
        <button type="button" className="primary" onClick={() => act(() => request.approve())}>
          {request.kind === 'unlock' ? 'Unlock' : 'Approve'}
        </button>
      </div>
    </section>
  )
}

const Badge = ({ name, color }: { name: string; color: string }) => (
  <span className="badge" style={{ background: color }} aria-hidden>
    {name[0]}
  </span>
)

const shorten = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

/** The sentences in which a wallet asks, by the kind of the request. */
const questions: Partial<Record<OpenRequest['kind'], (request: OpenRequest) => string>> = {
  connect: () => 'This page wants to see your accounts.',
  unlock: () => 'This page waits until you unlock the wallet.',
  message: ({ account = '' }) => `This page wants ${shorten(account)} to sign:`,
  chain: ({ chainId }) => `This page wants to switch to ${nameOf(chainId)}.`,
  transaction: ({ chainId, transactions: [transaction] = [] }) =>
    `This page wants to send ${formatEther(BigInt(transaction?.value ?? 0))} ETH to ` +
    `${shorten(transaction?.to ?? '')} on ${nameOf(chainId)}.`,
}

const questionOf = (request: OpenRequest) => questions[request.kind]?.(request) ?? `This page asks: ${request.method}.`
