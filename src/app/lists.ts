import { createVoiceList } from '../audio-api/voice-list.ts'
import { createJobLists } from '../commands/jobs/suggest.ts'
import { languages } from '../core/command/languages.ts'
import { styles } from '../core/command/styles.ts'
import type { Lists } from '../core/command/suggest.ts'
import type { VoiceList } from '../core/command/voices.ts'

type ListOptions = Parameters<typeof createVoiceList>[0] & Parameters<typeof createJobLists>[0]

/** Every list that fields search, and that of voices with all their details. */
export const createLists = (options: ListOptions): { lists: Lists; voiceList: VoiceList } => {
  const voiceList = createVoiceList(options)
  return {
    voiceList,
    lists: {
      voices: (_, typed, isTyping) =>
        typed !== undefined && isTyping ? voiceList.suggest(typed) : voiceList.find(typed),
      languages: async () => ({ choices: languages, isPart: false }),
      styles: async () => ({ choices: styles, isPart: false }),
      ...createJobLists(options),
    },
  }
}
