import { draftsMax } from '../../../src/redis/drafts.ts'
import type { ScriptRow } from './every-script.ts'

const begun = { command: 'music', action: undefined, member: 'member-1', values: { prompt: 'a tide' } }
const draft = { ...begun, defaults: [], shown: {}, clips: [] }

/** The script of the drafts, where the oldest has to go. */
export const draftRows: readonly ScriptRow[] = [
  {
    script: 'keep-draft',
    name: 'keep-draft, which drops the oldest',
    again: 'first answer',
    prepare: async ({ drafts, clock }) => {
      for (let count = 0; count < draftsMax; count += 1) {
        await drafts.keep('discord:server-1', `event-${count}`, draft)
        clock.advance(1)
      }
      return (through) => through.drafts.keep('discord:server-1', 'event', draft)
    },
  },
]
