import type { Block } from '../../core/message/message.ts'
import { shortened } from '../../core/message/text.ts'

/** So much of the words stands in the message itself; the file has all of them. */
const shownLengthMax = 1500

/** The beginning of words that come as a file, too. */
export const excerpt = (words: string): Block => ({
  kind: 'note',
  text: shortened(words.trim(), shownLengthMax),
})
