/** Files that the reader of the page opens or keeps. */

/** Reads a file of JSON. @throws Error with a sentence, when it cannot be read or is not JSON */
export async function readJsonFile(file: File): Promise<unknown> {
  const text = await file.text().catch(() => {
    throw new Error(`The file ${file.name} cannot be read. Choose it once more.`)
  })
  return readJson(`The file ${file.name}`, text)
}

/** @param what - What the text is, at the beginning of a sentence. @throws Error with a sentence */
export function readJson(what: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${what} is not valid JSON.`)
  }
}

/** Lets the browser keep data as a file. */
export function download(name: string, data: Blob): void {
  const url = URL.createObjectURL(data)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
