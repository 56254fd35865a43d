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

/** Brackets and angles open phoneme codes and markup, but the text must be read out as it stands. */
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

const loadModule = async (): Promise<EspeakModule> => {
  const { default: load } = await import('@echogarden/espeak-ng-emscripten')
  return await load({ getPreloadedPackage: readLanguageData })
}

const createWorker = async (): Promise<EspeakWorker> => workerOf(await loadModule())

/** A synthesiser that can be put back to how it was before it spoke. */
type Synthesiser = { readonly worker: EspeakWorker; readonly reset: () => void }

/** More than the longest text has; see `createSynthesiser`. */
const textBytesMax = 128 * 1024

/**
 * Copies the memory of a new synthesiser, so that it can be copied back. The bindings hold the address of a buffer
 * for texts outside that memory: it has to be allocated before, and large enough for good. NULs end a text, so this
 * one is read in no time.
 */
const createSynthesiser = async (): Promise<Synthesiser> => {
  const espeak = await loadModule()
  const worker = workerOf(espeak)
  worker.synthesize_ipa('\0'.repeat(textBytesMax)) // asks for the buffer; the next call allocates it
  worker.set_voice('en-us')
  const initial = espeak.HEAPU8.slice()
  return { worker, reset: () => espeak.HEAPU8.set(initial) }
}

let sharedSynthesiser: Promise<Synthesiser> | undefined

const synthesiserFor = async (text: string): Promise<Synthesiser> => {
  if (Buffer.byteLength(text) >= textBytesMax) return { worker: await createWorker(), reset: () => undefined }
  sharedSynthesiser ??= createSynthesiser()
  return await sharedSynthesiser
}

/**
 * Speaks a text with eSpeak NG (https://github.com/espeak-ng/espeak-ng), which is under the GPL-3.0: this is
 * the only file that loads it. A synthesiser that has spoken before speaks the next text a little differently,
 * so it is as new for each.
 */
export const speak = async (text: string, speaker: Speaker): Promise<Speech> => {
  const plain = asPlainText(text)
  const { worker, reset } = await synthesiserFor(plain)
  reset()
  if (worker.set_voice(`en-us+${speaker.variant}`) !== 0) {
    throw new Error(`there is no voice ${speaker.variant}`)
  }
  worker.set_pitch(speaker.pitch)
  worker.set_range(speaker.range)
  worker.set_rate(speaker.wordsPerMinute)
  const parts: Int16Array[] = []
  const events: EspeakEvent[] = []
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
