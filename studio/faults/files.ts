import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Clock } from '../kit/clock.ts'
import { parse, refuseIf, spanMs, times } from '../kit/faults/reading.ts'
import { breakOff, drip, half, hangUp, neverAnswer, page, sendWhole, wait } from './bytes.ts'

const words = [
  'expired',
  'slow',
  'drip',
  'too big',
  'html',
  'empty',
  'wrong type',
  'truncated',
  'wrong length',
  'redirect',
  'lost',
  'never',
] as const

/**
 * A failure of files to come. "http 404" and the like: that status. expired: 403 with XML, as of a signed
 * address that is over. slow: `ms` later. drip: a byte every `ms`. too big: `bytes` of it, the file
 * first. html: a page, status 200. wrong type: called a text. truncated: half of it, as if it were whole.
 * wrong length: half of what its head promises. redirect: to `location`. lost, never: the connection is
 * cut, or stays open without an answer.
 */
export type FileFault = {
  readonly answer: (typeof words)[number] | 'http'
  readonly status: number
  /** The ending of the files that it is about, such as mp3; any file when undefined. */
  readonly ending: string | undefined
  /** Whether it is only about addresses without a signature. */
  readonly isUnsigned: boolean
  readonly ms: number
  readonly bytes: number
  readonly location: string
  left: number
}

const statusAnswer = /^http ([45]\d\d)$/
const usualBytes = 64 * 1024 * 1024

const schema = z.strictObject({
  file: z.strictObject({
    answer: z.union(
      [z.enum(words), z.string().regex(statusAnswer)],
      `must be one of ${words.join(', ')}, or "http 400" to "http 599"`,
    ),
    ending: z.string().min(1).optional(),
    isUnsigned: z.boolean().optional(),
    ms: spanMs.optional(),
    bytes: z
      .int()
      .min(1)
      .max(1024 * 1024 * 1024)
      .optional(),
    location: z.string().min(1).optional(),
    times,
  }),
})

/** Reads such a fault strictly; throws InvalidFault where it makes no sense. */
export const readFileFault = (value: unknown): FileFault => {
  const { times: left, answer: given, ...fault } = parse(schema, value).file
  const [matched, digits = '200'] = statusAnswer.exec(given) ?? []
  const answer = matched === undefined ? (given as FileFault['answer']) : 'http'
  refuseIf(
    fault.ms !== undefined && answer !== 'slow' && answer !== 'drip',
    'file.ms',
    'belongs to slow and drip',
  )
  refuseIf(fault.bytes !== undefined && answer !== 'too big', 'file.bytes', 'belongs to too big')
  refuseIf(fault.location !== undefined && answer !== 'redirect', 'file.location', 'belongs to redirect')
  const { ending, isUnsigned = false, ms = 1_000, bytes = usualBytes, location = '/elsewhere' } = fault
  return { answer, status: Number(digits), ending, isUnsigned, ms, bytes, location, left }
}

const expiredPage = Buffer.from(
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
)

const chunkBytes = 64 * 1024

/** The file, and silence behind it until the number is reached; all of a number that is smaller. */
const padded = function* (body: Uint8Array, bytes: number): Generator<Uint8Array> {
  yield body.subarray(0, bytes)
  for (let left = bytes - body.length; left > 0; left -= chunkBytes)
    yield Buffer.alloc(Math.min(left, chunkBytes))
}

/** A file that a fault has met. */
type Sending = {
  readonly reply: FastifyReply
  readonly fault: FileFault
  readonly path: string
  readonly mediaType: string
  readonly clock: Clock
}

const spoil = async ({ reply, fault, path, mediaType, clock }: Sending): Promise<FastifyReply> => {
  const body = await readFile(path)
  const whole = { status: 200, headers: { 'content-type': mediaType }, body }
  switch (fault.answer) {
    case 'slow':
      await wait(clock, fault.ms)
      return sendWhole(reply, whole)
    case 'drip':
      return drip(reply, whole, clock, fault.ms)
    case 'too big':
      return reply.type(mediaType).send(Readable.from(padded(body, fault.bytes)))
    case 'wrong type':
      return sendWhole(reply, { ...whole, headers: { 'content-type': 'text/plain' } })
    case 'truncated':
      return sendWhole(reply, { ...whole, body: half(body) })
    default:
      return breakOff(reply, whole, 'end')
  }
}

/** Sends a file as a fault wants it. */
export const sendFailing = async (sending: Sending): Promise<FastifyReply> => {
  const { reply, fault, mediaType } = sending
  switch (fault.answer) {
    case 'http':
      return reply.code(fault.status).type('text/plain').send(`${fault.status}`)
    case 'expired':
      return sendWhole(reply, {
        status: 403,
        headers: { 'content-type': 'application/xml' },
        body: expiredPage,
      })
    case 'html':
      return sendWhole(reply, { status: 200, headers: { 'content-type': 'text/html' }, body: page('Files') })
    case 'empty':
      return sendWhole(reply, { status: 200, headers: { 'content-type': mediaType }, body: Buffer.alloc(0) })
    case 'redirect':
      return sendWhole(reply, { status: 302, headers: { location: fault.location }, body: Buffer.alloc(0) })
    case 'lost':
      return hangUp(reply)
    case 'never':
      return neverAnswer(reply)
    default:
      return await spoil(sending)
  }
}
