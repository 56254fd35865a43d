import type { Block } from '../../core/message/message.ts'
import { excerptLengthMax, shortened } from '../../core/message/text.ts'

/** The beginning of words that come as a file, too. */
export const excerpt = (words: string): Block => ({
  kind: 'note',
  text: shortened(words.trim(), excerptLengthMax),
})
