import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { createSigner } from '../signer.ts'

/** What the last part of a path starts with if it asks for an echo; no code of a job or file does. */
export const echoPrefix = 'echo.'

/** The header of the answer that has the echo. */
export const echoHeader = 'x-tunesmith-echo'

/** The echo of the last part of a path; undefined if it asks for none. */
export type EchoAnswer = (part: string) => string | undefined

const nonceBytes = 16
const pattern = /^echo\.([\w-]{22})$/

/**
 * Lets the doctor tell this installation from any other program at its address: only processes with the same
 * ENCRYPTION_KEY can sign the random text in the path, and an old answer fits no new text. 32 bytes each.
 */
export const createEcho = (keys: readonly [Uint8Array, ...Uint8Array[]]) => {
  const signer = createSigner(keys, 'tunesmith: echo, 1')
  const answer: EchoAnswer = (part) => {
    const [, nonce] = pattern.exec(part) ?? []
    return nonce === undefined ? undefined : signer.sign(nonce).slice(nonce.length + 1)
  }
  return {
    answer,
    /** A new part, and whether an answer is its echo. */
    ask() {
      const nonce = randomBytes(nonceBytes).toString('base64url')
      return {
        part: `${echoPrefix}${nonce}`,
        isEcho: (given: string) => signer.isSigned(nonce, given),
      }
    },
  }
}

/** Answers with the echo, if any. */
export const sendEcho = (reply: FastifyReply, part: string, echo: EchoAnswer | undefined): FastifyReply => {
  const answer = echo?.(part)
  return (answer === undefined ? reply : reply.header(echoHeader, answer)).code(204).send()
}
