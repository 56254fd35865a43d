import type { Song } from '../music/song.ts'
import { createFilter } from '../music/sound/filters.ts'
import { type Stereo, sampleRate } from '../music/sound/stereo.ts'

/** For each bar of the song, the bar of the clip that is heard in it. */
export type BarOrder = readonly number[]

const joinSeconds = 0.008
const besideBassHz = 150
const rumbleHz = 30
const closedHz = 500
const openHz = 18_000
const samplesPerControl = 64

/**
 * Bars as they come, or the pairs of the second half in turned order, so that bars still follow their like.
 */
export const barOrderOf = (song: Song, isReordered: boolean): BarOrder => {
  const bars = song.sections.reduce((sum, section) => sum + section.bars, 0)
  const inOrder = Array.from({ length: bars }, (_empty, bar) => bar)
  const body = bars - 1
  const half = Math.ceil(body / 2)
  const swapped = (bar: number): number => ((bar - half) % 2 === 0 ? bar + 1 : bar - 1)
  if (!isReordered) return inOrder
  return inOrder.map((bar) =>
    bar >= half && swapped(bar) < body && swapped(bar) >= half ? swapped(bar) : bar,
  )
}

/**
 * Puts the bars of one channel in another order, with a short cross-fade wherever two do not belong together.
 */
const reorder = (channel: Float32Array, { grid }: Song, order: BarOrder): Float32Array => {
  const out = channel.slice()
  const fade = Math.round(joinSeconds * sampleRate)
  const startOf = (bar: number): number => Math.round((grid.timeOf(0) + bar * grid.barSeconds) * sampleRate)
  for (const [bar, from] of order.entries()) {
    if (from === bar && (order[bar - 1] ?? bar - 1) === bar - 1) continue
    const shift = startOf(from) - startOf(bar)
    const start = startOf(bar)
    const end = Math.min(out.length, startOf(bar + 1) + (order[bar + 1] === undefined ? 0 : fade))
    for (let index = Math.max(0, start); index < end; index += 1) {
      const part = Math.min(1, (index - start) / fade)
      out[index] = part * (channel[index + shift] ?? 0) + (1 - part) * (out[index] ?? 0)
    }
  }
  return out
}

/** Takes the bass away for the bass of the style, and opens up slowly where there is an introduction. */
const filter = (channel: Float32Array, lowestHz: number, openSeconds: number): void => {
  const high = createFilter(lowestHz)
  const low = createFilter(openSeconds > 0 ? closedHz : openHz)
  const openSamples = openSeconds * sampleRate
  for (let index = 0; index < channel.length; index += 1) {
    const sample = high.highPass(channel[index] ?? 0)
    const isOpening = index < openSamples
    if (isOpening && index % samplesPerControl === 0) {
      low.tune(closedHz * (openHz / closedHz) ** (index / openSamples), Math.SQRT1_2)
    }
    channel[index] = isOpening ? low.lowPass(sample) : sample
  }
}

/** The clip as it is heard in its remix: in the order of the bars, without what the band plays instead. */
export const treatSource = (clip: Stereo, song: Song, order: BarOrder): Stereo => {
  const intro = song.sections.find(({ kind }) => kind === 'intro')
  const openSeconds = intro === undefined ? 0 : song.grid.timeOf(0) + intro.bars * song.grid.barSeconds
  const lowestHz = song.style.bass === undefined ? rumbleHz : besideBassHz
  const treat = (channel: Float32Array): Float32Array => {
    const out = reorder(channel, song, order)
    filter(out, lowestHz, openSeconds)
    return out
  }
  return { left: treat(clip.left), right: treat(clip.right), sampleRate }
}
