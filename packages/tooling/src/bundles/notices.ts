import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import type { BundledPackage } from './sbom.ts'

/** The files whose code is in a bundle. A file may appear several times. */
export function inputsOf({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((input) => inputs[input]?.bytesInOutput !== 0),
  )
}

/** The licences of bundled libraries, which have to lie next to the bundle. */
export async function noticesOf(libraries: readonly BundledPackage[]): Promise<string> {
  const notices = await Promise.all(libraries.map(notice))
  return `${notices.join('\n\n---\n\n')}\n`
}

async function notice({ name, version, folder }: BundledPackage): Promise<string> {
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
  if (!file) throw new TypeError(`The package ${name} is bundled, but has no licence file.`)
  return `# ${name} ${version}\n\n${(await readFile(join(folder, file), 'utf8')).trim()}`
}
