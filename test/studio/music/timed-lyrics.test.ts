import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TimedLine } from '../../../studio/music/order.ts'
import { composePiece, type Piece } from '../../../studio/music/piece.ts'
import type { Score } from '../../../studio/music/score.ts'
import { renderScore } from '../../../studio/music/sound/render.ts'
import type { Stereo } from '../../../studio/music/sound/stereo.ts'
import { styles } from '../../../studio/music/styles/all.ts'
import { decodeMp3 } from '../../support/audio/audio-analysis.ts'
import { firstRows, runs } from '../../support/suite/runs.ts'
import { type Caller, startCaller } from '../caller.ts'

const genders = ['female', 'male', 'neutral'] as const

const compose = (musicStyle: string, take: number): Piece =>
  composePiece({
    prompt: 'a song about rivers and bridges',
    musicStyle,
    lyrics: '',
    title: '',
    vocals: 'only',
    gender: genders[take % 3] ?? 'neutral',
    voice: '',
    seconds: runs(8, 12),
    take,
  })

/** The score without its room and echo, in which everything rings on after it has ended. */
const withoutRoom = (score: Score): Score => ({
  ...score,
  tracks: score.tracks.map((track) => ({ ...track, mix: { ...track.mix, reverb: 0, delay: 0 } })),
  space: { ...score.space, dust: 0 },
})

type Sound = Pick<Stereo, 'left' | 'right' | 'sampleRate'>

/** The level between two times in milliseconds, in dB. */
const levelOf = ({ left, right, sampleRate }: Sound, startMs: number, endMs: number): number => {
  const [from, to] = [startMs, endMs].map((ms) => Math.round((Math.max(0, ms) / 1000) * sampleRate))
  const [one, other] = [left.subarray(from, to), right.subarray(from, to)]
  const power = one.reduce((sum, sample, index) => sum + (sample + (other[index] ?? 0)) ** 2, 0) / 4
  return 10 * Math.log10(power / Math.max(1, one.length) + 1e-12)
}

/** How long the last tone of a line takes to die away. */
const releaseMs = 80

/**
 * When a line is first heard: ten milliseconds that come within 26 dB of the
 * whole line, after the line before.
 */
const onsetOf = (sound: Sound, { start, end }: TimedLine, before: number): number => {
  const threshold = levelOf(sound, start, end) - 26
  let at = Math.max(before + releaseMs, start - 300)
  while (at < start + 500 && levelOf(sound, at, at + 10) < threshold) at += 2.5
  return at
}

// Every ninth style as a rule, all of them, in two takes, in `npm run test:long`.
const someStyles = styles.filter((_style, index) => index % runs(9, 1) === 0)
const takes = runs(1, 2) === 1 ? [1] : [1, 2]

describe.each(someStyles.map(({ name }) => name))('the timed lyrics of %s', (style) => {
  test.each(takes)('say in take %i when each line begins, to 60 ms', (take) => {
    const { score, facts } = compose(style, take)
    const sound = renderScore(withoutRoom(score))
    expect(facts.timedLines.length).toBeGreaterThan(0)
    let before = -releaseMs
    for (const line of facts.timedLines) {
      expect([line.text, Math.abs(onsetOf(sound, line, before) - line.start) <= 60]).toEqual([
        line.text,
        true,
      ])
      before = line.end
    }
  })
})

describe('timed lyrics of the service', () => {
  let caller: Caller
  let brief: Caller // where no line has to be heard
  beforeAll(async () => {
    caller = await startCaller({ musicSeconds: 12 })
    brief = await startCaller({ musicSeconds: 1 })
  })
  afterAll(async () => {
    await caller.close()
    await brief.close()
  })

  test.each(firstRows(1, ['waltz', 'techno']))(
    'for vocals alone in the style %s tell singing from silence',
    async (style) => {
      const order = {
        prompt: 'a song about rivers',
        music_style: style,
        vocal_only: true,
        lyrics_timestamps: true,
      }
      const { body } = await caller.submit(order)
      const conversion = await caller.ended(body.task_id)
      for (const position of [1, 2]) {
        const response = await fetch(`${conversion[`conversion_path_${position}`]}`)
        const sound = await decodeMp3(new Uint8Array(await response.arrayBuffer()))
        const lines: TimedLine[] = JSON.parse(`${conversion[`lyrics_timestamped_${position}`]}`)
        expect(lines.map(({ index }) => index)).toEqual(lines.map((_line, index) => index))
        expect(levelOf(sound, 0, (lines[0]?.start ?? 0) - 50)).toBeLessThan(-60)
        const contrasts = lines.slice(1).map(({ start }, index) => {
          const { start: from = 0, end = 0 } = lines[index] ?? {}
          return levelOf(sound, from, end) - levelOf(sound, end + releaseMs, start - 50)
        })
        // The room rings on between lines, in large rooms for seconds.
        expect(contrasts.reduce((sum, contrast) => sum + contrast, 0) / contrasts.length).toBeGreaterThan(6)
        expect(`${conversion[`lyrics_${position}`]}`.split('\n')).toEqual(
          expect.arrayContaining(lines.map(({ text }) => text)),
        )
      }
    },
  )

  test('are not told unless requested, nor for an instrumental', async () => {
    const { body: plain } = await brief.submit({ prompt: 'a song' })
    const { body: instrumental } = await brief.submit({
      prompt: 'a song',
      make_instrumental: true,
      lyrics_timestamps: true,
    })
    for (const { task_id } of [plain, instrumental])
      expect(await brief.ended(task_id)).toMatchObject({
        lyrics_timestamped_1: '',
        lyrics_timestamped_2: '',
      })
  })
})
