import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A file that a recipe shows. */
export interface RecipeFile {
  readonly path: string
  readonly text: string
}

/** The files that a page shows: the code blocks whose first line is a comment with a path. */
export function filesOf(markdown: string): RecipeFile[] {
  return Array.from(
    markdown.matchAll(/^```[a-z]+\n(?:\/\/|#|<!--) ([\w./-]+\.\w+)(?: -->)?\n(.*?)^```/gms),
    ([, path = '', text = '']) => ({
      path,
      text,
    }),
  )
}

/** The pages of recipes in a package's folder, by name. */
export async function readRecipes(packageFolder: string): Promise<Map<string, string>> {
  const folder = join(packageFolder, 'docs/recipes')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return new Map(names.map((name, index) => [name.slice(0, -3), texts[index] ?? '']))
}

export async function writeFiles(folder: string, files: readonly RecipeFile[]): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
