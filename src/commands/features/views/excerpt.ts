import type { Block } from '../../../core/message/message.ts'
import { say } from '../../../core/text/say.ts'
import { excerptLengthMax, shortened } from '../../../core/text/text.ts'

/** The beginning of a text that is also attached as a file. */
export const excerpt = (words: string, { isEnglish = false } = {}): Block => ({
  kind: 'quote',
  title: isEnglish ? say('The words in English') : say('The words'),
  text: shortened(words.trim(), excerptLengthMax),
})
