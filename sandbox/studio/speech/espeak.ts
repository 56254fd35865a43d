import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { EspeakEvent, EspeakModule, EspeakWorker } from '@echogarden/espeak-ng-emscripten'
import type { Speaker } from './speakers.ts'
import { type TimedWord, wordTimes } from './word-times.ts'

/** What was spoken, in one channel, and when each word is heard. */
export type Speech = {
  readonly samples: Float32Array
  readonly sampleRate: number
  readonly words: readonly TimedWord[]
}

const fullScale = 32_768

/** Brackets and angles open phoneme codes and markup, but the text is to be read out as it stands. */
const asPlainText = (text: string): string =>
  text.replaceAll(/[[\]<>{}]/g, ' ').replaceAll(/\p{Control}/gu, ' ')

const joined = (parts: readonly Int16Array[]): Float32Array => {
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    for (let index = 0; index < part.length; index += 1) samples[at + index] = (part[index] ?? 0) / fullScale
    at += part.length
  }
  return samples
}

let languageData: ArrayBuffer | undefined

/** What all synthesisers know of languages and voices. They only read it, so they share it; it has 24 MB. */
const readLanguageData = (): ArrayBuffer => {
  if (languageData !== undefined) return languageData
  const path = createRequire(import.meta.url).resolve('@echogarden/espeak-ng-emscripten/espeak-ng.data')
  const { buffer, byteOffset, byteLength } = readFileSync(path)
  languageData = buffer.byteLength === byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength)
  return languageData
}

/**
 * The synthesiser seeds the noise in a voice with the time it starts at, and a text must not depend on that.
 */
const workerOf = ({ eSpeakNGWorker }: EspeakModule): EspeakWorker => {
  const readClock = Date.now
  Date.now = () => 0
  try {
    return new eSpeakNGWorker()
  } finally {
    Date.now = readClock
  }
}

const createWorker = async (): Promise<EspeakWorker> => {
  const { default: load } = await import('@echogarden/espeak-ng-emscripten')
  return workerOf(await load({ getPreloadedPackage: readLanguageData }))
}

/**
 * Speaks a text with eSpeak NG (https://github.com/espeak-ng/espeak-ng), which is under the GPL-3.0: this is
 * the only file that loads it. Each text gets a synthesiser of its own, as one that has spoken before speaks
 * the next text a little differently.
 */
export const speak = async (text: string, speaker: Speaker): Promise<Speech> => {
  const worker = await createWorker()
  if (worker.set_voice(`en-us+${speaker.variant}`) !== 0) {
    throw new Error(`there is no voice ${speaker.variant}`)
  }
  worker.set_pitch(speaker.pitch)
  worker.set_range(speaker.range)
  worker.set_rate(speaker.wordsPerMinute)
  const parts: Int16Array[] = []
  const events: EspeakEvent[] = []
  const plain = asPlainText(text)
  worker.synthesize(plain, (samples, heard) => {
    if (samples !== undefined) parts.push(samples)
    events.push(...heard)
    return false
  })
  return { samples: joined(parts), sampleRate: worker.get_samplerate(), words: wordTimes(plain, events) }
}

/** The phonemes of each word of a text, in IPA. */
export type Pronouncer = (text: string) => readonly (readonly string[])[]

/** Tells how texts are pronounced in a language of the synthesiser (`en-us`, `de`). */
export const createPronouncer = async (language: string): Promise<Pronouncer> => {
  const worker = await createWorker()
  if (worker.set_voice(language) !== 0) throw new Error(`there is no voice ${language}`)
  return (text) => {
    const words = worker.synthesize_ipa(asPlainText(text)).ipa.trim().split(/\s+/)
    return words.map((word) => word.split('_').filter((phoneme) => phoneme !== ''))
  }
}
