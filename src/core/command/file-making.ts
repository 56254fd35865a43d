import { createRations } from '../caches.ts'
import { plainMessage, type ResultMessage } from '../message/message.ts'
import { type WrittenFile, writeFile } from '../message/written-file.ts'
import { accountOf, type Target } from '../target.ts'
import { say } from '../text/say.ts'
import { createTurns, nextTurn } from '../waiting.ts'
import { tryAgainText } from './answer.ts'

/** Compressed, this fits in any chat's file. */
const bytesMax = 20_000_000

/** How many files of a kind a member gets in an hour, and the sentence that says so. */
interface FileRation {
  most: number
  text(most: number): string
}

/** Makes a file for a member and returns the message with it, or the one that says why they can't have it now. */
type MakeFor = (target: Target, atMs: number, make: () => Promise<ResultMessage>) => Promise<ResultMessage>

/** Makes the files that commands answer with, such as exports: each takes much time and memory. */
export interface FileMaking {
  /** Writes texts one after the other; undefined if they are too large for a file. A process writes one file at a time. */
  write(name: string, texts: Iterable<string>): Promise<WrittenFile | undefined>
  /** For files of one kind; of all kinds together, a member in an account has only one made at a time. */
  limited(ration: FileRation): MakeFor
}

const hourMs = 60 * 60_000

const refused = (text: string): ResultMessage => plainMessage(text, 'failed')

/** One for all commands that make files. */
export const createFileMaking = (): FileMaking => {
  const underWay = new Set<string>()
  const writing = createTurns(1)
  const leaving = createTurns(1)
  return {
    write: (name, texts) => writing('', () => writeFile(name, texts, bytesMax)),
    limited({ most, text }) {
      const rations = createRations({ most, spanMs: hourMs })
      return async (target, atMs, make) => {
        const member = `${accountOf(target)} ${target.member}`
        if (underWay.has(member))
          return refused(
            say(
              "Your last export or statement isn't ready yet. You get one at a time. Try again once you have it.",
            ),
          )
        const waitMs = rations(member, atMs)
        if (waitMs > 0) return refused(`${text(most)} ${tryAgainText(waitMs)}`)
        underWay.add(member)
        try {
          const message = await make()
          // All who share a file get it at once, and what each one's chat does with it would add up.
          await leaving('', nextTurn)
          return message
        } finally {
          underWay.delete(member)
        }
      }
    },
  }
}
