import type { Page } from '@playwright/test'

/** Pictures of the ends of cases, one for each markup. */
export interface SweepPictures {
  /** Data URLs, in the order of their indexes. */
  list(): readonly string[]
  /** Takes a picture of a page, unless there is one of its markup. @returns Its index; `undefined` without a picture */
  take(markup: string, page: Page): Promise<number | undefined>
}

export function createSweepPictures(): SweepPictures {
  const indexes = new Map<string, Promise<number | undefined>>()
  const pictures: string[] = []
  return {
    list: () => pictures,
    take(markup, page) {
      const taken =
        indexes.get(markup) ??
        takePicture(page).then((picture) => (picture === undefined ? undefined : pictures.push(picture) - 1))
      indexes.set(markup, taken)
      return taken
    },
  }
}

/** @returns `undefined` for a page that has gone meanwhile */
async function takePicture(page: Page): Promise<string | undefined> {
  try {
    const picture = await page.screenshot({ type: 'jpeg', quality: 70, animations: 'disabled', timeout: limitMs })
    return `data:image/jpeg;base64,${picture.toString('base64')}`
  } catch {
    return undefined
  }
}

const limitMs = 10_000
