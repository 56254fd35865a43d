import { randomBytes } from 'node:crypto'
import { echoPrefix } from './echo-answer.ts'
import { createSigner } from './signer.ts'

const nonceBytes = 16
const pattern = /^echo\.([\w-]{22})$/

/**
 * Lets the doctor tell this installation from any other program at its address: only processes with the same
 * ENCRYPTION_KEY can sign the random text in the path, and an old answer fits no new text. 32 bytes each.
 */
export const createEcho = (keys: readonly [Uint8Array, ...Uint8Array[]]) => {
  const signer = createSigner(keys, 'tunesmith: echo, 1')
  return {
    /** The echo of such a part; undefined for any other text. */
    answer(part: string): string | undefined {
      const [, nonce] = pattern.exec(part) ?? []
      return nonce === undefined ? undefined : signer.sign(nonce).slice(nonce.length + 1)
    },
    /** A new part, and whether an answer is its echo. */
    ask() {
      const nonce = randomBytes(nonceBytes).toString('base64url')
      return {
        part: `${echoPrefix}${nonce}`,
        isEcho: (answer: string) => signer.isSigned(nonce, answer),
      }
    },
  }
}
