import type { Block } from '../../../core/message/message.ts'
import { excerptLengthMax, shortened } from '../../../core/text/text.ts'

/** The start of a text that is also attached as a file. */
export const excerpt = (title: string, words: string): Block => ({
  kind: 'quote',
  title,
  text: shortened(words.trim(), excerptLengthMax),
})
