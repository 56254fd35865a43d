import type { FastifyReply } from 'fastify'

/** What the last part of a path starts with if it asks for an echo; no code of a job or file does. */
export const echoPrefix = 'echo.'

/** The header of the answer that has the echo. */
export const echoHeader = 'x-tunesmith-echo'

/** The echo of the last part of a path; undefined if it asks for none. */
export type EchoAnswer = (part: string) => string | undefined

/** Answers with the echo, if any. */
export const sendEcho = (reply: FastifyReply, part: string, echo: EchoAnswer | undefined): FastifyReply => {
  const answer = echo?.(part)
  return (answer === undefined ? reply : reply.header(echoHeader, answer)).code(204).send()
}
