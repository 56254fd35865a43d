import { say, sayDeclared } from '../text/say.ts'
import { shortenedInside } from '../text/text.ts'
import { clipExtensions } from './clip-kind.ts'

const shownLengthMax = 80

/** A file on the member's device. */
const localShape = /^(?:file:\/\/|[a-z]:[\\/]|~\/)\S/i

const hostShape = /^(?:[a-z\d-]+\.)+[a-z]{2,}\//i

/**
 * Whether a word is an address without https://. Words such as `feat.anna/ben` have neither `www.` nor a clip's
 * ending.
 */
const isBare = (word: string): boolean => {
  if (!hostShape.test(word) || !URL.canParse(`https://${word}`)) return false
  const { pathname } = new URL(`https://${word}`)
  const ending = pathname.slice(pathname.lastIndexOf('.') + 1).toLowerCase()
  return /^www\./i.test(word) || clipExtensions.includes(ending)
}

/**
 * Whether a word was meant as a clip and can't be one: a path on the member's device, or an address without
 * https://.
 */
export const isNoLink = (word: string): boolean => localShape.test(word) || isBare(word)

/** What is wrong with such a word; undefined for any other text. */
export const noLinkText = (label: string, typed: string): string | undefined => {
  const word = typed.trim()
  if (!isNoLink(word)) return undefined
  const isLocal = localShape.test(word)
  const [address = word] = isLocal ? [word] : word.split(/[?#]/, 1)
  const values = { label: sayDeclared(label), address: shortenedInside(address, shownLengthMax) }
  return isLocal
    ? say('{{label}}: {{address}} is on your own device. Upload the file instead.', values)
    : say("{{label}}: {{address}} isn't a full link. Start it with https://, or upload the file.", values)
}
