import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createProject, unpackedFolder } from './consumer.ts'

/** A file that a recipe shows. */
export interface RecipeFile {
  readonly path: string
  readonly text: string
}

/** The files that a page shows: the code blocks whose first line is a comment with a path. The comment may be a tag. */
export function filesOf(markdown: string): RecipeFile[] {
  return Array.from(
    markdown.matchAll(/^```[a-z]+\n(?:\/\/|#|<!--) ([\w./-]+\.\w+)(?: -->)?\n(.*?)^```/gms),
    ([, path = '', text = '']) => ({
      path,
      text,
    }),
  )
}

/** A project with the files of a recipe of the packed mock, beside these dependencies. @returns Its folder. */
export async function projectOf(
  recipe: string,
  dependencies: Readonly<Record<string, string>>,
  variant: string,
): Promise<string> {
  const project = await createProject(`${recipe}-${variant}`, dependencies)
  await writeFiles(project, filesOf(await readRecipe(recipe)))
  return project
}

/** The files of the page that the packed client's README shows, which recipes test. */
export async function pageOfClient(): Promise<RecipeFile[]> {
  return filesOf(await readFile(join(unpackedFolder('client'), 'README.md'), 'utf8')).filter(({ path }) =>
    ['session.ts', 'App.tsx', 'SignIn.tsx'].includes(path),
  )
}

/** The text of a recipe of the packed mock. */
export function readRecipe(name: string): Promise<string> {
  return readFile(join(unpackedFolder('mock'), 'docs/recipes', `${name}.md`), 'utf8')
}

export async function writeFiles(folder: string, files: readonly RecipeFile[]): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
