import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const nodeOf = (packageName: string) =>
  fileURLToPath(new URL(`../node_modules/${packageName}/bin/node`, import.meta.url))

/**
 * The program `node` of each supported major version. Node 20 is the oldest release that their `engines` allow.
 *
 * They are in a separate package, since a package's scripts run on the `node` that it depends on.
 */
export const nodes = { 20: nodeOf('node20'), 22: nodeOf('node22'), 24: nodeOf('node24') } as const

/** Node 18, on which the packages say in a sentence that it is too old. */
export const oldNode = nodeOf('node18')

/** A program in the package for this machine, on which the package `name` depends. */
const binaryOf = (name: string, path: string) =>
  createRequire(realpathSync(new URL(`../node_modules/${name}/package.json`, import.meta.url))).resolve(path)

const { platform, arch } = process
const suffix = platform === 'win32' ? '.exe' : ''

/** The other runtimes that the packages are tested with. */
export const runtimes = {
  bun: binaryOf(
    'bun',
    `@oven/bun-${platform === 'win32' ? 'windows' : platform}-${arch === 'arm64' ? 'aarch64' : arch}/bin/bun${suffix}`,
  ),
  deno: binaryOf('deno', `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}/deno${suffix}`),
} as const

type Dependency =
  | '@angular/common'
  | '@angular/compiler'
  | '@angular/core'
  | '@angular/platform-browser'
  | '@playwright/test'
  | '@react-native-async-storage/async-storage'
  | '@storybook/react-vite'
  | '@swc/core'
  | '@swc/jest'
  | '@testing-library/react'
  | '@types/react'
  | '@types/react-dom'
  | '@types/react-native'
  | '@vitejs/plugin-react'
  | '@vitejs/plugin-vue'
  | '@vue/tsconfig'
  | 'abort-controller'
  | 'create-vite'
  | 'expo-secure-store'
  | 'express'
  | 'happy-dom'
  | 'jest'
  | 'jest-environment-jsdom'
  | 'jsdom'
  | 'jsdom26'
  | 'jsdom27'
  | 'puppeteer-core'
  | 'react'
  | 'react-dom'
  | 'react-native-passkey'
  | 'react-native-url-polyfill'
  | 'rxjs'
  | 'solid-js'
  | 'storybook'
  | 'supertest'
  | 'svelte'
  | 'vite'
  | 'vitest4'
  | 'vue'
  | 'vue-tsc'
  | 'whatwg-fetch'

/** The folder of a test runner, or of a library that applications bring. vitest 4 is the last one for Node 20. */
export function runnerFolder(name: Dependency): string {
  return fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url))
}
