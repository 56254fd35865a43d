import { type AiMark, markBeginning, markComment, markFields, markNames } from '../../ai-mark.ts'
import { mpegFrameEnd } from '../sound/mpeg-frames.ts'

const headBytes = 10

/** The frame of a text that goes by a name of one's own (https://id3.org/id3v2.3.0#User_defined_text_information_frame). */
const namedText = 'TXXX'
const sizeMax = 2 ** 28 - 1

/** Seven bits in each byte, so that no size looks like the head of a frame of sound. */
const spreadSize = (size: number): Buffer<ArrayBuffer> =>
  Buffer.from([(size >>> 21) & 0x7f, (size >>> 14) & 0x7f, (size >>> 7) & 0x7f, size & 0x7f])

const spreadSizeAt = (file: Buffer, position: number): number | undefined => {
  const digits = file.subarray(position, position + 4)
  return digits.some((digit) => digit > 0x7f)
    ? undefined
    : digits.reduce((sum, digit) => sum * 128 + digit, 0)
}

const plainSize = (size: number): Buffer<ArrayBuffer> => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(size)
  return bytes
}

/** A frame whose text is ASCII, as both versions write it. */
const frame = (version: number, id: string, text: string): Buffer<ArrayBuffer> => {
  const body = Buffer.from(`\0${text}`, 'latin1')
  const size = version === 4 ? spreadSize(body.length) : plainSize(body.length)
  return Buffer.concat([Buffer.from(id, 'latin1'), size, Buffer.alloc(2), body])
}

interface Frame {
  id: string
  bytes: Buffer
}

/** The frames of a tag; undefined where they do not fill it up to its padding. */
const framesIn = (tag: Buffer, version: number): readonly Frame[] | undefined => {
  const frames: Frame[] = []
  let position = headBytes
  while (position + headBytes <= tag.length && tag[position] !== 0) {
    const id = tag.toString('latin1', position, position + 4)
    const size = version === 4 ? spreadSizeAt(tag, position + 4) : tag.readUInt32BE(position + 4)
    const end = position + headBytes + (size ?? tag.length)
    if (!/^[A-Z0-9]{4}$/.test(id) || end > tag.length) return undefined
    frames.push({ id, bytes: tag.subarray(position, end) })
    position = end
  }
  return tag.subarray(position).every((byte) => byte === 0) ? frames : undefined
}

/** The ASCII in a frame, whatever its encoding: enough to know our own again. */
const asciiOf = ({ bytes }: Frame): string =>
  bytes.toString('latin1', headBytes + 1).replaceAll(/[^ -~]/g, '')

const isOurs = (found: Frame): boolean => {
  if (found.id === 'COMM') return asciiOf(found).includes(markBeginning)
  return found.id === namedText && markNames.some((name) => asciiOf(found).startsWith(name))
}

/** A second comment needs a heading of its own (https://id3.org/id3v2.3.0#Comments). */
const commentHeading = 'Made with AI'

const tagOf = (version: number, found: readonly Frame[], mark: AiMark): Buffer<ArrayBuffer> | undefined => {
  const kept = found.filter((candidate) => !isOurs(candidate))
  const heading = kept.some(({ id }) => id === 'COMM') ? commentHeading : ''
  const frames = Buffer.concat([
    ...kept.map(({ bytes }) => bytes),
    frame(version, 'COMM', `eng${heading}\0${markComment(mark)}`),
    ...markFields(mark).map(({ name, value }) => frame(version, namedText, `${name}\0${value}`)),
  ])
  if (frames.length > sizeMax) return undefined
  return Buffer.concat([
    Buffer.from(`ID3${String.fromCharCode(version)}\0\0`),
    spreadSize(frames.length),
    frames,
  ])
}

/** The end of the ID3v2 tag that a file begins with: 0 where there is none, undefined where it is cut off. */
const tagEnd = (file: Buffer): number | undefined => {
  if (file.toString('latin1', 0, 3) !== 'ID3') return 0
  const size = file.length < headBytes ? undefined : spreadSizeAt(file, 6)
  const end = headBytes + (size ?? file.length)
  return end > file.length ? undefined : end
}

/**
 * An ID3v2 tag with a mark, in place of an empty one or of one with other frames, which are kept
 * (https://id3.org/id3v2.3.0, https://id3.org/id3v2.4.0-structure). Undefined for a tag of an old version, or
 * with a flag that makes more of it depend on its frames.
 */
export const markedId3 = (tag: Buffer, mark: AiMark): Buffer<ArrayBuffer> | undefined => {
  if (tag.length === 0) return tagOf(4, [], mark)
  const version = tag[3] ?? 0
  if (tagEnd(tag) !== tag.length || (version !== 3 && version !== 4) || tag[5] !== 0) return undefined
  const frames = framesIn(tag, version)
  return frames === undefined ? undefined : tagOf(version, frames, mark)
}

/** An MP3 with a mark in the ID3v2 tag before its sound. */
export const markedMp3 = (file: Buffer, mark: AiMark): Buffer<ArrayBuffer> | undefined => {
  const end = tagEnd(file)
  const next = end === undefined ? undefined : mpegFrameEnd(file, end)
  if (next === undefined || mpegFrameEnd(file, next) === undefined) return undefined
  const tag = markedId3(file.subarray(0, end), mark)
  return tag === undefined ? undefined : Buffer.concat([tag, file.subarray(end)])
}
