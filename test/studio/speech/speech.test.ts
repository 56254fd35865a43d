import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeMp3 } from '../../../studio/encode/mp3.ts'
import { encodeWav } from '../../../studio/encode/wav.ts'
import { loudness } from '../../../studio/music/sound/loudness.ts'
import { silence } from '../../../studio/music/sound/stereo.ts'
import { createPronouncer } from '../../../studio/speech/espeak.ts'
import { speakerOfVoice } from '../../../studio/speech/speakers.ts'
import { type SpeechOrder, speakText } from '../../../studio/speech/speech.ts'
import { voices } from '../../../studio/voice-list/voices.ts'
import {
  decodeMp3,
  distanceDb,
  rootMeanSquare,
  type Sound,
  truePeakDb,
} from '../../support/audio/audio-analysis.ts'
import { countSyllables, medianFundamental } from '../../support/audio/speech-analysis.ts'
import { longTermSpectrum, spectralDistance } from '../../support/audio/timbre-analysis.ts'
import { firstRows, runs } from '../../support/suite/runs.ts'

const proverb = 'The quick brown fox jumps over the lazy dog.'
const threeWords = 'Where are you?'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'speech-'))
})
afterAll(async () => await rm(folder, { recursive: true }))

/** A text as a listener gets it: spoken, encoded, and decoded again. */
const hearAnew = async (text: string, change: Partial<SpeechOrder> = {}): Promise<Sound> => {
  const order: SpeechOrder = { text, samplePath: undefined, voice: '', gender: 'neutral', ...change }
  return await decodeMp3(await encodeMp3(await speakText(order)))
}

const heard = new Map<string, Promise<Sound>>()

/** The same, once for all tests that order the same. */
const hear = (text: string, change: Partial<SpeechOrder> = {}): Promise<Sound> => {
  const id = JSON.stringify([text, change])
  const sound = heard.get(id) ?? hearAnew(text, change)
  heard.set(id, sound)
  return sound
}

// Syllables counted by a person.
const storm = 'It was a dark and stormy night and the rain fell in torrents, except at occasional intervals.'
const texts = [
  ['Banana.', 3],
  [proverb, 11],
  ['Where is everybody going this fine morning?', 12],
  [storm, 25],
] as const

describe.each(firstRows(2, texts))('"%s"', (text, syllables) => {
  test.each(['female', 'male'] as const)('is spoken syllable by syllable by a %s voice', async (gender) => {
    const sound = await hear(text, { gender })
    expect(Math.abs(countSyllables(sound) - syllables)).toBeLessThanOrEqual(1 + syllables * 0.2)
  })
})

describe('speech', () => {
  let sound: Sound
  beforeAll(async () => {
    sound = await hear(storm)
  })

  test('has the pace of people, 100 to 220 words a minute', () => {
    const wordsPerMinute = (17 / sound.seconds) * 60
    expect(wordsPerMinute).toBeGreaterThan(100)
    expect(wordsPerMinute).toBeLessThan(220)
  })

  test('is as loud as music of the studio, and no peak is cut', () => {
    expect(loudness(sound)).toBeGreaterThan(-16.5)
    expect(loudness(sound)).toBeLessThan(-13.5)
    expect(truePeakDb(sound.left)).toBeLessThanOrEqual(-1)
  })

  test('begins and ends in quiet, with sound in between', () => {
    const edge = Math.round(0.08 * sound.sampleRate)
    expect(rootMeanSquare(sound.left.subarray(0, edge))).toBeLessThan(0.001)
    expect(rootMeanSquare(sound.left.subarray(-edge))).toBeLessThan(0.001)
    expect(rootMeanSquare(sound.left)).toBeGreaterThan(0.05)
  })

  test('is whole however long the text is', async () => {
    const times = runs(4, 40)
    const [short, long] = [await hear(`${proverb} `.repeat(2)), await hear(`${proverb} `.repeat(times))]
    expect(long.seconds / short.seconds).toBeGreaterThan(0.45 * times)
    expect(countSyllables(long)).toBeGreaterThan(10 * times)
  })

  test('reads codes and markup of the synthesiser as plain text', async () => {
    const [marked, plain] = [
      await hear('one [[b@n\'A:n@]] <break time="9s"/> two'),
      await hear('one b@n\'A:n@ break time="9s"/ two'),
    ]
    expect(Math.abs(marked.seconds - plain.seconds)).toBeLessThan(0.2)
  })

  test.each(['…', '---', '?!'])('of "%s", which nobody can read out, is refused', async (text) => {
    await expect(hear(text)).rejects.toThrow('The text has nothing in it that can be spoken')
  })
})

describe('voices', () => {
  test('of men lie below those of women', async () => {
    const [male, neutral, female] = [
      medianFundamental(await hear(proverb, { gender: 'male' })),
      medianFundamental(await hear(proverb, { gender: 'neutral' })),
      medianFundamental(await hear(proverb, { gender: 'female' })),
    ]
    // Adults speak at about 85 to 155 Hz and 165 to 255 Hz (https://en.wikipedia.org/wiki/Voice_frequency).
    expect(male).toBeGreaterThan(85)
    expect(male).toBeLessThan(neutral)
    expect(neutral).toBeLessThan(female)
    expect(female).toBeLessThan(255)
  })

  test('all have settings of their own', () => {
    const settings = voices.map(({ voiceId }) => JSON.stringify(speakerOfVoice(voiceId)))
    expect(new Set(settings).size).toBe(voices.length)
  })

  test('of different identifiers sound different, those of one identifier the same', async () => {
    const some = firstRows(2, ['Ada Winter', 'Abel Rook', 'Wendell Pike', 'Beatrix Holm', 'Hugo Laurent'])
    const chosen = voices.filter(({ name }) => some.some((one) => one === name))
    expect(chosen).toHaveLength(some.length)
    const sounds: Sound[] = []
    for (const { voiceId } of chosen) sounds.push(await hear(proverb, { voice: voiceId }))
    for (const [index, one] of sounds.entries()) {
      for (const other of sounds.slice(index + 1)) expect(distanceDb(one, other)).toBeGreaterThan(2)
      if (index >= runs(1, sounds.length)) continue
      const again = await hearAnew(proverb, { voice: chosen[index]?.voiceId ?? '' })
      expect(distanceDb(one, again)).toBe(0)
    }
  })

  test('that are chosen count before the gender, which changes nothing then', async () => {
    const voice = voices.find(({ name }) => name === 'Vera Sol')?.voiceId ?? ''
    const [male, female] = [
      await hear(threeWords, { voice, gender: 'male' }),
      await hear(threeWords, { voice, gender: 'female' }),
    ]
    expect(distanceDb(male, female)).toBe(0)
    expect(medianFundamental(male)).toBeGreaterThan(200)
    expect(distanceDb(female, await hear(threeWords, { gender: 'female' }))).toBeGreaterThan(2)
  })

  test('say a text the same to the sample, whatever was spoken before', async () => {
    const order: SpeechOrder = { text: threeWords, samplePath: undefined, voice: '', gender: 'female' }
    const first = await speakText(order)
    await speakText({ ...order, text: 'Seven ships sail, hissing.', gender: 'male' })
    const pronounce = await createPronouncer('de')
    expect(pronounce('Straße')).toHaveLength(1)
    expect(await speakText(order)).toEqual(first)
  })

  test('say different texts differently', async () => {
    const [one, other] = [await hear(proverb), await hear('Nobody expects the sea to be so calm today.')]
    expect(distanceDb(one, other)).toBeGreaterThan(3)
  })
})

describe('a sample of a voice', () => {
  const tone = (hz: number): Uint8Array => {
    const samples = Float32Array.from({ length: runs(1, 2) * 44_100 }, (_empty, index) => {
      const turn = (2 * Math.PI * hz * index) / 44_100
      return 0.3 * (Math.sin(turn) + 0.5 * Math.sin(2 * turn) + 0.3 * Math.sin(3 * turn))
    })
    return encodeWav({ left: samples, right: samples, sampleRate: 44_100 })
  }

  test.each(firstRows(1, [260, 95, 180, 130, 220]))('of %i Hz sets the pitch of the speech', async (hz) => {
    const samplePath = join(folder, `${hz}.wav`)
    await writeFile(samplePath, tone(hz))
    const heard = medianFundamental(await hear(proverb, { samplePath }))
    expect(Math.abs(heard / hz - 1)).toBeLessThan(0.12)
  })

  test('counts before the voice and the gender', async () => {
    const samplePath = join(folder, 'low.wav')
    await writeFile(samplePath, tone(90))
    const voice = voices.find(({ gender }) => gender === 'female')?.voiceId ?? ''
    expect(medianFundamental(await hear(threeWords, { samplePath, voice, gender: 'female' }))).toBeLessThan(
      110,
    )
  })

  test('counts before the voice and the gender: they change nothing then', async () => {
    const samplePath = join(folder, 'alone.wav')
    await writeFile(samplePath, tone(180))
    const voice = voices.find(({ name }) => name === 'Wendell Pike')?.voiceId ?? ''
    const [alone, besides] = [
      await hear(threeWords, { samplePath }),
      await hear(threeWords, { samplePath, voice, gender: 'male' }),
    ]
    expect(distanceDb(alone, besides)).toBe(0)
  })

  test('sets the timbre of the speech as well', async () => {
    const samples = ['Iris Calloway', 'Hugo Laurent'].map((name) => ({
      voice: voices.find((candidate) => candidate.name === name)?.voiceId ?? '',
      samplePath: join(folder, `${name}.wav`),
    }))
    const heard: { readonly sample: readonly number[]; readonly copy: readonly number[] }[] = []
    for (const { voice, samplePath } of samples) {
      const sample = await hear('Nobody knows why they left so early in the morning.', { voice })
      await writeFile(samplePath, encodeWav(sample))
      heard.push({
        sample: longTermSpectrum(sample),
        copy: longTermSpectrum(await hear(proverb, { samplePath })),
      })
    }
    for (const { sample, copy } of heard) {
      for (const other of heard.filter((candidate) => candidate.copy !== copy)) {
        expect(spectralDistance(copy, sample)).toBeLessThan(spectralDistance(copy, other.sample))
      }
    }
  })

  test('without a voice in it is refused', async () => {
    const samplePath = join(folder, 'silent.wav')
    await writeFile(samplePath, encodeWav(silence(44_100)))
    await expect(hear(proverb, { samplePath })).rejects.toThrow('No voice can be heard in the sample')
  })
})
