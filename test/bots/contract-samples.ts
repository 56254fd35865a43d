import { expect } from 'vitest'
import type { Clip } from '../../src/core/clip/clip.ts'
import type { Field, Fields } from '../../src/core/fields/field.ts'
import type { Block, ResultMessage } from '../../src/core/message/message.ts'
import { type ChatWorld, raise, type Stage } from './contract-stage.ts'

/** A sound: a few silent frames of 128 kbit/s (ISO/IEC 11172-3). */
export const mp3 = Buffer.concat(
  Array.from({ length: 8 }, () => Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)])),
)
/** The same sound as a file that a member uploads. */
export const upload = { name: 'clip.mp3', contentType: 'audio/mpeg', base64: mp3.toString('base64') }

const readAll = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

/** Expects a platform to read that upload. */
export const readsClip = async ({ platform }: Stage, clip: Clip | undefined): Promise<void> => {
  if (clip?.kind !== 'upload') throw new Error('no upload')
  const { name, chunks } = await platform.open(clip)
  expect(name).toBe('clip.mp3')
  expect(await readAll(chunks)).toEqual(mp3)
}

/** A picture of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Where the service's files are. */
export const audioUrl = 'https://audio.example/1.mp3'
export const coverUrl = 'https://audio.example/c.png'
export const midiUrl = 'https://audio.example/a.mid'
/** These files by their addresses. */
export const files = { [audioUrl]: mp3, [coverUrl]: png, [midiUrl]: Buffer.from('MThd') }

const mark = { job: 'b07x3f2akd7cabcdefghijklmnopq', source: 'trainedAlgorithmicMedia' } as const

/** What a song's message is made of. */
export const song: readonly Block[] = [
  { kind: 'facts', facts: [{ label: 'Prompt', value: 'a sea shanty' }] },
  { kind: 'audio', title: 'Take 1: “Tide” (0:20)', file: { url: audioUrl, name: 'Tide.mp3', mark } },
  { kind: 'cover', description: 'A ship', file: { url: coverUrl, name: 'cover.png' } },
]

const texts = ['Łódź & 海 <waves>, "loud"', 'Europe/Berlin', '7']

/** Something that a field takes, as a member gives it. */
const sampleOf = ({ control, schema, label }: Field, places: ChatWorld['places']): unknown => {
  switch (control.kind) {
    case 'text':
    case 'listed':
      return texts.find((text) => schema.safeParse(text).success) ?? raise(`no sample for ${label}`)
    case 'choice':
      return control.choices.at(-1)?.value
    case 'toggle':
      return true
    case 'credits':
      return '2.5'
    case 'time':
      return '1:23.5'
    case 'integer':
      return control.min
    case 'clip':
      return 'https://example.com/a%20clip.mp3?x=1&y=2'
    case 'member':
      return places.other
    case 'channel':
      return places.channel
    case 'secret':
      throw new Error(`${label} is only given in a form`)
    case 'group':
      return places.group
  }
}

/** The same of each of the fields that can be typed. */
export const samplesFor = (fields: Fields, places: ChatWorld['places']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { control }]) => control.kind !== 'secret')
      .map(([name, field]) => [name, sampleOf(field, places)]),
  )

/** A message of these blocks. */
export const message = (text: string, blocks: readonly Block[] = []): ResultMessage => ({
  text,
  tone: 'done',
  blocks,
})
