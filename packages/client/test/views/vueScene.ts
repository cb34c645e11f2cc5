import { loadBundle } from './loadBundle.ts'
import { type PageProps, type Scene, textOf } from './scene.ts'

interface LoadedVue {
  vue: typeof import('vue')
  server: typeof import('vue/server-renderer')
  entry: typeof import('../../src/vue.ts')
}

type Snapshot = import('../../src/vue.ts').SessionPluginOptions['initialSnapshot']

const contents = `
  export * as vue from 'vue'
  export * as server from 'vue/server-renderer'
  export * as entry from '../../src/vue.ts'`

/** Loads Vue. A page has to be in the global variables already. */
export async function loadVue(): Promise<Scene> {
  const { vue, server, entry } = await loadBundle<LoadedVue>(contents, {})

  const pageOf = ({ onRead }: PageProps) => {
    const Probe = vue.defineComponent(() => {
      const [view, user, wallets] = [entry.useSession(), entry.useUser(), entry.useWallets()]
      return () => {
        const reading = { view: view.value, email: user.value?.email, wallets: wallets.value }
        onRead?.(reading)
        return vue.h('p', textOf(reading))
      }
    })
    return vue.defineComponent(() => () => vue.h('main', vue.h(Probe)))
  }
  const install = (app: import('vue').App, { session }: PageProps, initialSnapshot: Snapshot) =>
    app.use(entry.createSessionPlugin(session, { initialSnapshot }))

  return {
    render: (props) => server.renderToString(install(vue.createSSRApp(pageOf(props)), props, props.initialSnapshot)),
    async mount(element, props, html) {
      element.innerHTML = html ?? ''
      const snapshot = vue.shallowRef(props.initialSnapshot)
      const app = install((html === undefined ? vue.createApp : vue.createSSRApp)(pageOf(props)), props, snapshot)
      app.mount(element)
      await vue.nextTick()
      return {
        receive: (next) => void (snapshot.value = next),
        shown: () => element.textContent,
        settle: () => vue.nextTick(),
        unmount: async () => app.unmount(),
      }
    },
    renderAlone: (name) =>
      server.renderToString(vue.createSSRApp(vue.defineComponent(() => (entry[name](), () => null)))),
  }
}
