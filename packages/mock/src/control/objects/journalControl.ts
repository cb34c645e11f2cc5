import type { Journal } from '../../http/journal.ts'
import { createSendAgain, type SendAgain, type Sender } from './sendAgain.ts'

/** The requests that the mock has answered. */
export interface JournalControl extends Pick<Journal, 'list' | 'watch' | 'dropped' | 'recorded' | 'clear'> {
  readonly sendAgain: SendAgain
}

export function createJournalControl({ journal, ...sender }: Sender & { readonly journal: Journal }): JournalControl {
  return {
    list: journal.list,
    watch: journal.watch,
    clear: journal.clear,
    sendAgain: createSendAgain({ journal, ...sender }),
    get dropped() {
      return journal.dropped
    },
    get recorded() {
      return journal.recorded
    },
  }
}
