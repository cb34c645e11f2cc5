import { JSDOM } from 'jsdom'
import type { ComponentType, ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import type { SessionProviderProps, SessionView, WalletCredential } from '../src/react.ts'
import type { LoadedReact } from './loadReact.ts'

/** The values that a component has read from the hooks in one rendering. */
export interface Reading {
  readonly view: SessionView
  readonly email: string | null | undefined
  readonly wallets: readonly WalletCredential[]
}

export type Scene = ReturnType<typeof createScene>

/** Puts an empty page into the global variables. Call it before React is loaded, which looks for them then. */
export function openWindow(): void {
  const { window } = new JSDOM('<!doctype html>', { url: 'https://app.example.com', pretendToBeVisual: true })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
}

/** Components that use the hooks, and pages that show them, with one version of React. */
export function createScene({ React, client, server, hooks }: LoadedReact) {
  const act = <T>(work: () => Promise<T>): Promise<T> => React.act(work)

  /** A component that shows the values of the hooks, and adds them to `readings`. */
  const createProbe = (readings: Reading[] = []): ComponentType =>
    function Probe() {
      const view = hooks.useSession()
      const email = hooks.useUser()?.email
      const wallets = hooks.useWallets()
      readings.push({ view, email, wallets })
      return `${view.state} ${email ?? 'nobody'} ${wallets.length}`
    }

  /** The component within a provider, in StrictMode, which runs each effect twice. */
  const provide = (props: Omit<SessionProviderProps, 'children'>, component: ComponentType) =>
    React.createElement(
      React.StrictMode,
      null,
      React.createElement(hooks.SessionProvider, props, React.createElement(component)),
    )

  /** Renders into a page until the test ends; if there is HTML of a server, hydrates that. */
  async function mount(content: ReactNode, html?: string) {
    const element = document.createElement('div')
    document.body.append(element)
    const root = await act(async () => {
      if (html !== undefined) {
        element.innerHTML = html
        return client.hydrateRoot(element, content, { onRecoverableError: (error) => console.error(error) })
      }
      const created = client.createRoot(element)
      created.render(content)
      return created
    })
    let isMounted = true
    const unmount = async (): Promise<void> => {
      if (isMounted) await act(async () => root.unmount())
      isMounted = false
    }
    onTestFinished(unmount)
    return {
      shown: () => element.textContent,
      render: (next: ReactNode) => act(async () => root.render(next)),
      unmount,
    }
  }

  return { React, server, hooks, act, createProbe, provide, mount }
}
