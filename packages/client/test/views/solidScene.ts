import { transformFileAsync } from '@babel/core'
import type { Plugin } from 'esbuild'
import type { Component } from 'solid-js'
import { loadBundle } from './loadBundle.ts'
import type { PageProps, Scene } from './scene.ts'

interface LoadedSolid {
  solid: typeof import('solid-js')
  web: typeof import('solid-js/web')
  Page: Component<PageProps>
  Alone: Component<{ name: string }>
}

/** How a bundle for a page finds its modules. */
export const pageOfSolid = { conditions: ['browser', 'development'] }

export const compilingSolid = (generate: 'dom' | 'ssr', hydratable: boolean): Plugin => ({
  name: 'solid',
  setup({ onLoad }) {
    onLoad({ filter: /\.solid\.jsx$/ }, async ({ path }) => {
      const presets = [['babel-preset-solid', { generate, hydratable }]]
      const compiled = await transformFileAsync(path, { presets, babelrc: false, configFile: false })
      return { contents: compiled?.code ?? '' }
    })
  },
})

const contents = `
  export * as solid from 'solid-js'
  export * as web from 'solid-js/web'
  export { Alone, Page } from './page.solid.jsx'`

/** Loads Solid, once for a server and once for a page, which has to be in the global variables already. */
export async function loadSolid(): Promise<Scene> {
  const server = await loadBundle<LoadedSolid>(contents, {
    plugins: [compilingSolid('ssr', true)],
    conditions: ['node'],
  })
  const { solid, web, Page } = await loadBundle<LoadedSolid>(contents, {
    ...pageOfSolid,
    plugins: [compilingSolid('dom', true)],
  })
  return {
    render: async (props) => server.web.renderToString(() => server.solid.createComponent(server.Page, props)),
    async mount(element, props, html) {
      element.innerHTML = html ?? ''
      // The script that a server writes into the head of the page.
      Object.assign(globalThis, { _$HY: { events: [], completed: new WeakSet(), r: {}, fe() {} } })
      const [snapshot, setSnapshot] = solid.createSignal(props.initialSnapshot)
      const pageProps = solid.mergeProps(props, {
        get initialSnapshot() {
          return snapshot()
        },
      })
      const content = () => solid.createComponent(Page, pageProps)
      const dispose = html === undefined ? web.render(content, element) : web.hydrate(content, element)
      return {
        receive: (next) => void setSnapshot(() => next),
        shown: () => element.textContent,
        settle: async () => {},
        unmount: async () => dispose(),
      }
    },
    renderAlone: async (name) => server.web.renderToString(() => server.solid.createComponent(server.Alone, { name })),
  }
}
