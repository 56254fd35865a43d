import { createVoiceList } from '../audio-api/voice-list.ts'
import { createJobLists } from '../commands/jobs/suggest.ts'
import { languages } from '../core/command/languages.ts'
import { styles } from '../core/command/styles.ts'
import type { Lists } from '../core/command/suggest.ts'
import type { VoiceList } from '../core/command/voices.ts'
import { type CanMakeDeps, canMakeAnything } from '../jobs/request/can-make.ts'

type ListOptions = Parameters<typeof createVoiceList>[0] & Parameters<typeof createJobLists>[0] & CanMakeDeps

/** Every list that fields search, and that of voices with all their details. */
export const createLists = (options: ListOptions): { lists: Lists; voiceList: VoiceList } => {
  const voiceList = createVoiceList(options)
  return {
    voiceList,
    lists: {
      // Who types was found to be let in. Anybody else asks in commands, too, and the service allows few searches.
      voices: async (asker, typed, isTyping) => {
        if (typed === undefined) return voiceList.find()
        if (isTyping) return voiceList.suggest(typed)
        return voiceList.find((await canMakeAnything(options, asker)) ? typed : undefined)
      },
      languages: async () => ({ choices: languages, isPart: false }),
      styles: async () => ({ choices: styles, isPart: false }),
      ...createJobLists(options),
    },
  }
}
