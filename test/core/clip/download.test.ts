import { describe, expect, test } from 'vitest'
import type { AiMark } from '../../../src/core/ai-mark.ts'
import { readSource } from '../../../src/core/clip/download.ts'
import { markedFile } from '../../../src/core/clip/marking/marked-file.ts'
import { AppError } from '../../../src/core/errors.ts'
import { silentWave } from '../../support/audio/silent-wave.ts'
import { createRecordingLog } from '../../support/recording-log.ts'

const mark: AiMark = { job: 'b07x3f2akd7cabcdefghijklmnopq', source: 'trainedAlgorithmicMedia' }
const wave = silentWave(1)
const marked = markedFile(wave, mark) ?? Buffer.alloc(0)
const [url, smallerUrl] = ['https://cdn.example/1.wav', 'https://cdn.example/1.mp3']

const reading = (file: Buffer) => {
  const log = createRecordingLog()
  const download = async (_: string, bytesMax: number) => {
    if (file.length > bytesMax) throw new AppError('file_too_large', 'the file has more bytes')
    return new Uint8Array(file)
  }
  return { log, download }
}

/** Boxes in boxes, deeper than any program follows them. */
const bottomless = (): Buffer => {
  const depth = 50_000
  const boxes = Buffer.alloc(depth * 8, '....trak')
  for (let at = 0; at < boxes.length; at += 8) boxes.writeUInt32BE(boxes.length - at, at)
  const head = Buffer.from('\0\0\0\x08ftyp\0\0\0\0moov', 'latin1')
  head.writeUInt32BE(boxes.length + 8, 8)
  return Buffer.concat([head, boxes])
}

describe('a file that is to be marked', () => {
  test('is read with its mark, the same however often', async () => {
    const read = () => readSource(reading(wave), { kind: 'remote', url, mark }, marked.length)
    expect((await read()).data).toEqual(marked)
    expect(await read()).toEqual(await read())
  })

  test('is read in its smaller form with its mark, where it is too large', async () => {
    const { log, download } = reading(wave)
    const onlySmaller = (from: string, bytesMax: number) => download(from, from === url ? 0 : bytesMax)
    const source = { kind: 'remote', url, mark, smaller: { url: smallerUrl, name: '1.mp3', mark } } as const
    expect(await readSource({ log, download: onlySmaller }, source, 100_000)).toEqual({
      data: marked,
      smaller: source.smaller,
    })
  })

  test.each([
    ['has no room for it', wave, marked.length - 1, []],
    ['is of no kind that has one', Buffer.from('MThd'), 100_000, []],
    ['breaks what writes it', bottomless(), 1_000_000, ['a file could not be marked as made with AI']],
  ])('is read as it is where it %s', async (_, file, bytesMax, errors) => {
    const options = reading(file)
    expect(await readSource(options, { kind: 'remote', url, mark }, bytesMax)).toEqual({
      data: new Uint8Array(file),
      smaller: undefined,
    })
    expect(options.log.errors()).toEqual(errors)
  })
})
