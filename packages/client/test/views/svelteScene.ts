import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import type { Component } from 'svelte'
import { compile, compileModule } from 'svelte/compiler'
import { loadBundle } from './loadBundle.ts'
import type { PageProps, Scene } from './scene.ts'

interface LoadedSvelte {
  stores: typeof import('svelte/store')
  svelte: typeof import('svelte')
  server: typeof import('svelte/server')
  Page: Component<Omit<PageProps, 'initialSnapshot'> & Record<string, unknown>>
  Alone: Component<{ name: string }>
}

/** How a bundle for a page finds its modules. */
export const pageOfSvelte = {
  conditions: ['browser', 'development', 'svelte'],
  mainFields: ['browser', 'module', 'main'],
}

export const compilingSvelte = (generate: 'client' | 'server'): Plugin => ({
  name: 'svelte',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { js } = compile(await readFile(path, 'utf8'), { filename: path, generate, dev: true })
      return { contents: js.code }
    })
    // Modules with runes, such as those of packages.
    onLoad({ filter: /\.svelte\.js$/ }, async ({ path }) => {
      const { js } = compileModule(await readFile(path, 'utf8'), { filename: path, generate, dev: true })
      return { contents: js.code }
    })
  },
})

const components = `
  export { default as Page } from './Page.svelte'
  export { default as Alone } from './Alone.svelte'`

/** Loads Svelte, once for a server and once for a page, which has to be in the global variables already. */
export async function loadSvelte(): Promise<Scene> {
  const onServer = await loadBundle<LoadedSvelte>(`export * as server from 'svelte/server'\n${components}`, {
    plugins: [compilingSvelte('server')],
  })
  const libraries = `export * as svelte from 'svelte'; export * as stores from 'svelte/store'`
  const { svelte, stores, Page } = await loadBundle<LoadedSvelte>(`${libraries}\n${components}`, {
    ...pageOfSvelte,
    plugins: [compilingSvelte('client')],
  })
  return {
    render: async (props) => (await onServer.server.render(onServer.Page, { props: { ...props } })).body,
    async mount(target, props, html) {
      target.innerHTML = html ?? ''
      const snapshots = stores.writable(props.initialSnapshot)
      const pageProps = { ...props, initialSnapshot: snapshots }
      const page = (html === undefined ? svelte.mount : svelte.hydrate)(Page, { target, props: pageProps })
      const settle = async () => svelte.flushSync()
      await settle()
      return { receive: snapshots.set, shown: () => target.textContent, settle, unmount: () => svelte.unmount(page) }
    },
    renderAlone: async (name) => (await onServer.server.render(onServer.Alone, { props: { name } })).body,
  }
}
