import { beforeAll, describe, expect, test } from 'vitest'
import type { Stereo } from '../../../studio/music/sound/stereo.ts'
import { removeBackground } from '../../../studio/voice/background.ts'
import { changeVoice } from '../../../studio/voice/voice-change.ts'
import { rootMeanSquare } from '../../support/audio/audio-analysis.ts'
import { noises } from '../../support/audio/noises.ts'
import { hummed, inTheMiddle, spoken, voiceNamed } from '../../support/audio/voice-clips.ts'
import { firstRows, isLong, runs } from '../../support/suite/runs.ts'

const decibels = (samples: Float32Array): number => 20 * Math.log10(rootMeanSquare(samples) + 1e-9)

/** Up to three sentences with pauses between, and which of their samples are speech and which are pauses. */
type Talk = { readonly clean: Float32Array; readonly isSpeech: Uint8Array; readonly isPause: Uint8Array }

const pauseSamples = 26_460
const blockSamples = 882

const sentences = ['Nobody knows why it does that.', 'The fox is brown.', 'And then it was gone.']

const talkOf = async (name: string, count = sentences.length): Promise<Talk> => {
  const parts: Float32Array[] = []
  for (const text of sentences.slice(0, count)) {
    parts.push((await spoken(text, name)).left, new Float32Array(pauseSamples))
  }
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const talk = {
    clean: new Float32Array(length),
    isSpeech: new Uint8Array(length),
    isPause: new Uint8Array(length),
  }
  let at = 0
  for (const part of parts) {
    talk.clean.set(part, at)
    // The ends of a pause belong to the speech around it, as a gate needs a moment.
    if (part.length === pauseSamples) talk.isPause.fill(1, at + 4410, at + pauseSamples - 4410)
    at += part.length
  }
  for (let start = 0; start + blockSamples <= length; start += blockSamples) {
    const end = start + blockSamples
    if (rootMeanSquare(talk.clean.subarray(start, end)) > 0.03) talk.isSpeech.fill(1, start, end)
  }
  return talk
}

const chosen = (samples: Float32Array, mask: Uint8Array): Float32Array =>
  samples.filter((_sample, index) => mask[index] === 1)

/** A noise that lies so many decibels below a speech. */
const noiseBelow = (
  { clean, isSpeech }: Talk,
  make: (length: number) => Float32Array,
  below: number,
): Float32Array => {
  const noise = make(clean.length)
  const gain = 10 ** ((decibels(chosen(clean, isSpeech)) - below - decibels(noise)) / 20)
  return noise.map((sample) => gain * sample)
}

const mixed = (one: Float32Array, other: Float32Array): Stereo =>
  inTheMiddle(one.map((sample, index) => sample + (other[index] ?? 0)))

/** How loud what was said is in what is heard, whatever else is heard with it: 0 for as loud as it was. */
const gainOf = (said: Float32Array, heard: Float32Array): number => {
  const product = said.reduce((sum, sample, index) => sum + sample * (heard[index] ?? 0), 0)
  return 20 * Math.log10(product / said.reduce((sum, sample) => sum + sample * sample, 0))
}

/** Each noise once as a rule, the softest, the loudest and those between by turns. */
const levels = [40, 5, 20, 10] as const
const kinds = ['white', 'pink', 'hum', 'fan'] as const

describe.each(firstRows(1, ['Rafael Moura', 'Beatrix Holm']))('behind %s', (name) => {
  let talk: Talk
  beforeAll(async () => {
    talk = await talkOf(name)
  })

  const cases = kinds.flatMap((noise, at) =>
    (isLong ? levels : levels.slice(at, at + 1)).map((below) => [noise, below] as const),
  )
  test.each(cases)('%s noise %i dB below is gone from the pauses, and the speech stays', (noise, below) => {
    const noisy = mixed(talk.clean, noiseBelow(talk, noises[noise], below))
    const quiet = removeBackground(noisy)
    const { isPause, isSpeech, clean } = talk
    const fall = decibels(chosen(noisy.left, isPause)) - decibels(chosen(quiet.left, isPause))
    expect(fall).toBeGreaterThan(10)
    const [said, heard] = [chosen(clean, isSpeech), chosen(quiet.left, isSpeech)]
    expect(Math.abs(gainOf(said, heard))).toBeLessThan(2)
    expect(Math.abs(decibels(heard) - decibels(said))).toBeLessThan(2)
  })

  test('nothing is lost where there is no noise', () => {
    const { clean, isSpeech } = talk
    const heard = chosen(removeBackground(inTheMiddle(clean)).left, isSpeech)
    expect(Math.abs(decibels(heard) - decibels(chosen(clean, isSpeech)))).toBeLessThan(0.5)
  })
})

describe('a changed voice', () => {
  test('the background stays behind the new voice unless its removal is requested', async () => {
    const talk = await talkOf('Rafael Moura', runs(1, 3))
    const noisy = mixed(talk.clean, noiseBelow(talk, noises.pink, 20))
    const wanted = { voiceId: voiceNamed('Leon Varga'), semitones: 0 }
    const levels: Record<'kept' | 'removed', { speech: number; pause: number }> = {
      kept: { speech: 0, pause: 0 },
      removed: { speech: 0, pause: 0 },
    }
    for (const kind of ['kept', 'removed'] as const) {
      const { left } = await changeVoice(noisy, { ...wanted, withoutBackground: kind === 'removed' })
      levels[kind] = {
        speech: decibels(chosen(left, talk.isSpeech)),
        pause: decibels(chosen(left, talk.isPause)),
      }
    }
    expect(levels.kept.pause - levels.removed.pause).toBeGreaterThan(10)
    expect(Math.abs(levels.kept.speech - levels.removed.speech)).toBeLessThan(2)
    expect(levels.kept.speech - levels.kept.pause).toBeLessThan(26)
  })
})

describe('what is no background', () => {
  test.each([
    ['a hum', [196, 220, 262, 175], 0.1],
    ['a hum on one note, with breaths between', [220, 220, 220, 220], 0.3],
  ])('%s stays as loud as it was', (_name, notesHz, gapSeconds) => {
    const clip = hummed(notesHz, gapSeconds)
    expect(Math.abs(gainOf(clip.left, removeBackground(clip).left))).toBeLessThan(1)
  })

  test('a tone that never pauses is taken for what it is', () => {
    const tone = inTheMiddle(Float32Array.from({ length: 88_200 }, (_empty, at) => 0.3 * Math.sin(0.03 * at)))
    expect(removeBackground(tone)).toBe(tone)
  })

  test('silence stays silent', () => {
    const silent = inTheMiddle(new Float32Array(44_100))
    expect(removeBackground(silent)).toBe(silent)
  })

  test.each([1, 2047, 30_001])('a clip of %i samples keeps its length', (length) => {
    const noisy = mixed(hummed([220]).left.subarray(0, length), noises.white(length))
    expect(removeBackground(noisy).left).toHaveLength(length)
  })
})
