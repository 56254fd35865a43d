import { type FileKind, kindOf, pixelsOf, secondsOf, soundOf } from './audio.ts'
import type { Order } from './requests.ts'
import { demand, NotTried, type Row, shown } from './row.ts'
import { audioAddressOf, type Service, wavAddressOf } from './service.ts'
import { type Fields, parseJson, textOf } from './values.ts'

type Check = Row['check']

/** Holds where the order is taken. */
export const isTaken =
  (order: Order): Check =>
  async (service) => {
    await service.accepted(order)
  }

/** Holds where the task ends well and its record is as asked. */
export const becomes =
  (order: Order, look: (conversion: Fields, service: Service) => Promise<void> | void): Check =>
  async (service) => {
    await look(await service.completed(order), service)
  }

/** The record's field holds the text. */
export const hasText =
  (name: string, text: string) =>
  (conversion: Fields): void =>
    demand(
      textOf(conversion, name).includes(text),
      `${name} is ${shown(conversion[name])}, not ${shown(text)}`,
    )

/** The record's fields are empty texts. */
export const lacks =
  (...names: readonly string[]) =>
  (conversion: Fields): void => {
    for (const name of names) {
      const value = conversion[name]
      demand(value === undefined || value === null || value === '', `${name} is ${shown(value)}, not empty`)
    }
  }

/** The record's fields are texts with something in them. */
export const fills =
  (...names: readonly string[]) =>
  (conversion: Fields): void => {
    for (const name of names)
      demand(textOf(conversion, name) !== '', `${name} is ${shown(conversion[name])}, not a text`)
  }

const audioKinds: readonly FileKind[] = ['mp3', 'wav', 'flac', 'ogg', 'aac', 'webm']

/** Fetches audio: of any kind, or of the requested kind. Gives its length in seconds. */
export const fetchAudio = async (service: Service, address: string, kind?: FileKind): Promise<number> => {
  demand(address !== '', 'the record names no audio')
  const bytes = await service.file(address)
  const found = kindOf(bytes)
  const isRight = kind === undefined ? audioKinds.includes(found) : found === kind
  demand(isRight, `${address} is ${found}, not ${kind ?? 'audio'}`)
  const seconds = await secondsOf(bytes)
  demand(seconds > 0, `${address} holds no sound`)
  return seconds
}

/** The record's first audio can be fetched and is audio; gives its length in seconds. */
export const fetchResult = (service: Service, conversion: Fields, kind?: FileKind): Promise<number> =>
  fetchAudio(service, audioAddressOf(conversion), kind)

/** Holds where the task ends well and its audio can be fetched. */
export const makesAudio = (order: Order): Check =>
  becomes(order, async (conversion, service) => {
    await fetchResult(service, conversion)
  })

/** The record's field is the address of a picture; gives its width in pixels. */
export const fetchPicture = async (service: Service, conversion: Fields, name: string): Promise<number> => {
  fills(name)(conversion)
  const bytes = await service.file(textOf(conversion, name))
  const kind = kindOf(bytes)
  demand(kind === 'png' || kind === 'jpeg', `${name} is ${kind}, not a picture`)
  const [width, height] = pixelsOf(bytes)
  demand(width > 0 && height > 0, `${name} is a picture of ${width} by ${height}`)
  return width
}

/** Holds where the task's cover can be fetched. */
export const makesCover = (order: Order): Check =>
  becomes(order, async (conversion, service) => {
    await fetchPicture(service, conversion, 'album_cover_path')
  })

/** Holds where the task makes no cover. */
export const makesNoCover = (order: Order): Check =>
  becomes(order, lacks('album_cover_path', 'album_cover_thumbnail'))

/** A value within so much of another. */
export const demandNear = (found: number, wanted: number, tolerance: number, what: string): void =>
  demand(Math.abs(found - wanted) <= tolerance, `${what} is ${found}, not ${wanted}`)

/** Holds where a task makes so many outputs and no more. */
export const makesOutputs = (order: Order, count: 1 | 2): Check =>
  becomes(order, async (conversion, service) => {
    for (const position of [1, 2].slice(0, count))
      await fetchAudio(service, textOf(conversion, `conversion_path_${position}`))
    if (count === 1) lacks('conversion_path_2', 'conversion_path_wav_2')(conversion)
  })

/** One line of timed lyrics, in milliseconds. */
export type TimedLine = { readonly start: number; readonly end: number; readonly text: string }

/**
 * Reads the timed lyrics of an output. Throws Differs where they are no JSON
 * list of lines with times and a text.
 */
export const timedLinesOf = (conversion: Fields, name: string): readonly TimedLine[] => {
  const given = textOf(conversion, name)
  const parsed = parseJson(given)
  demand(Array.isArray(parsed) && parsed.length > 0, `${name} is no JSON list of lines: ${shown(given)}`)
  const isLine = ({ start, end, text }: Partial<TimedLine>): boolean =>
    typeof start === 'number' && typeof end === 'number' && typeof text === 'string'
  demand(parsed.every(isLine), `${name} has lines without start, end or text: ${shown(parsed)}`)
  return parsed
}

/** The samples of a task's WAV file, or the bytes of its audio where the service names no WAV file. */
const soundBytesOf = async (service: Service, order: Order): Promise<Buffer> => {
  const conversion = await service.completed(order)
  const wav = wavAddressOf(conversion)
  if (wav === '') return Buffer.from(await service.file(audioAddressOf(conversion)))
  const { samples } = soundOf(await service.file(wav))
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
}

/** Whether two orders make the same sound. */
export const soundAlike = async (service: Service, one: Order, other: Order): Promise<boolean> => {
  const [left, right] = await Promise.all([soundBytesOf(service, one), soundBytesOf(service, other)])
  return left.equals(right)
}

/**
 * Throws NotTried where the service does not make the same sound of the same
 * order, so that sounds tell nothing.
 */
export const demandRepeatable = async (service: Service, one: Order, again: Order): Promise<void> => {
  if (!(await soundAlike(service, one, again)))
    throw new NotTried('needs a service that makes the same sound of the same order')
}
