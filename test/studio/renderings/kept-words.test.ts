import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTags } from '../../../studio/clips/read-tags.ts'
import { encodeSound } from '../../../studio/encode/encode.ts'
import { renderChanged } from '../../../studio/renderings/changed.ts'
import { renderCut } from '../../../studio/renderings/cut.ts'
import { renderMastering } from '../../../studio/renderings/mastering.ts'
import { changeVoice } from '../../../studio/voice/voice-change.ts'
import { hummed, voiceNamed } from '../../support/audio/voice-clips.ts'

const words = [
  { start: 100, end: 400, text: 'Down the stream' },
  { start: 500, end: 800, text: 'the lights go out' },
]
const tags = { title: 'Lights', lyrics: 'Down the stream\nthe lights go out', timedLyrics: words }

let folder = ''
let clipPath = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-words-'))
  clipPath = join(folder, 'clip')
  await writeFile(clipPath, await encodeSound(hummed([220, 247]), 'flac', tags))
})
afterAll(async () => await rm(folder, { recursive: true, force: true }))

const shifted = words.map(({ start, end, text }) => ({
  start: Math.max(0, start - 200),
  end: end - 200,
  text,
}))
const renderings = {
  'a cut': {
    render: (path: string) =>
      renderCut({ clipPath, rangeMs: { start: 200, end: 850 }, format: undefined }, path),
    ending: 'flac',
    timedLyrics: shifted,
  },
  'a mastering': {
    render: (path: string) => renderMastering({ clipPath, referencePath: clipPath, format: 'ogg' }, path),
    ending: 'ogg',
    timedLyrics: words,
  },
  'a clip with another voice': {
    render: (path: string) =>
      renderChanged(changeVoice)(
        {
          clipPath,
          format: 'mp3',
          wishes: { voiceId: voiceNamed('Vera Sol'), semitones: 0, withoutBackground: false },
        },
        path,
      ),
    ending: 'mp3',
    timedLyrics: words,
  },
}

describe.each(Object.entries(renderings))('%s', (name, { render, ending, timedLyrics }) => {
  test('has the title and the words of its clip, when they are heard, in both files', async () => {
    const path = join(folder, name)
    await render(path)
    for (const each of [ending, 'wav']) {
      expect(await readTags(await readFile(`${path}.${each}`))).toMatchObject({ ...tags, timedLyrics })
    }
  })
})
