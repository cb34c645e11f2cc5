import { keepBrowserWallets } from '../device/keepBrowserWallets.ts'
import type { ControlledWorlds, Worlds } from './worlds.ts'

/** The actions of the control interface on the worlds of this process. */
export function controlWorlds(worlds: Worlds): ControlledWorlds {
  return {
    list: worlds.list,
    async create(name, { from, wallets = [] }) {
      const world = worlds.create(name, { from })
      await keepBrowserWallets(world, wallets)
      return world
    },
    drop: worlds.drop,
    watch: worlds.watch,
  }
}
