import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRows } from '../../../sandbox/contract/all-rows.ts'
import { renderFinding } from '../../../sandbox/contract/report.ts'
import { runContract } from '../../../sandbox/contract/run.ts'
import { hasFailed } from '../../../sandbox/contract/runner.ts'
import { type Caller, startCaller } from '../../studio/caller.ts'
import { isLong } from '../../support/suite/runs.ts'

let caller: Caller
beforeAll(async () => {
  caller = await startCaller({ balance: 10_000, musicSeconds: 1 })
})
afterAll(async () => await caller.close())

/**
 * Rows that look at a piece of work which no other row needs, by the row of the same kind that is tried always.
 * The long run tries these too.
 */
const costly: Readonly<Record<string, readonly string[]>> = {
  // Songs of the deprecated endpoint, of the batch, and of the successor come from the same maker.
  'musicAiV2.make_instrumental': ['musicAiV1.make_instrumental', 'batch.make_instrumental'],
  'musicAiV2.vocal_only': ['musicAiV1.vocal_only', 'batch.vocal_only'],
  'musicAiV2.gender.male': ['musicAiV1.gender.male'],
  'musicAiV2.music_style': ['batch.music_style'],
  'musicAiV2.lyrics': ['batch.lyrics'],
  'musicAiV2.title': ['batch.title'],
  'musicAiV2.generate_album_cover': ['batch.generate_album_cover'],
  'batch.prompt.281': ['batch.prompt.280'],
  'batch.output_length.both': ['batch.output_length'],
  'inpaint.num_outputs.1': ['batch.num_outputs.1'],
  // Remixes and redone parts read their parameters alike.
  'inpaint.lyrics_section_to_replace.3000': ['remix.lyrics.5000'],
  'inpaint.gender.male': ['remix.gender.male'],
  'inpaint.audio_url': ['remix.audio_url'],
  'inpaint.prompt': ['remix.prompt'],
  'inpaint.generate_album_cover.default': ['remix.generate_album_cover.default'],
  'inpaint.webhook_url.optional': ['remix.webhook_url.optional'],
  'remix.indexed': ['inpaint.indexed'],
  'remix.gender.neutral': ['inpaint.gender.neutral'],
  // A master is written by what writes a cut.
  'cutter.output_extension.flac': ['mastering.output_extension.flac'],
  'cutter.output_extension.ogg': ['mastering.output_extension.ogg'],
  'cutter.output_extension.aac': ['mastering.output_extension.aac'],
  'cutter.output_extension.webm': ['mastering.output_extension.webm'],
  'mastering.audio_url': ['mastering.mixed'],
  // That a sample takes precedence is also shown by speech/speech.test.ts of the studio, and that noise is removed by
  // its endpoints/voice-changer.test.ts.
  'textToSpeech.precedence.voice_id': ['textToSpeech.precedence.sample_audio_url'],
  'voiceChanger.remove_background.1': ['voiceChanger.remove_background.effect'],
}

const left = isLong ? [] : Object.values(costly).flat()
const rows = allRows.filter(({ id }) => !left.includes(id))

test('for every row that the long run alone tries, one of its kind is tried always', () => {
  expect(allRows.length - rows.length).toBe(left.length)
  expect(Object.keys(costly).filter((id) => !rows.some((row) => row.id === id))).toEqual([])
})

test('the studio keeps every row, and every row can be tried on it', { timeout: 600_000 }, async () => {
  const { baseUrl, apiKey } = caller
  const { findings, creditsEstimated } = await runContract({ baseUrl, apiKey, rows })
  expect(findings.filter(({ verdict }) => verdict.kind !== 'ok').map(renderFinding)).toEqual([])
  expect(findings).toHaveLength(rows.length)
  expect(hasFailed(findings, true)).toBe(false)
  expect(creditsEstimated).toBeGreaterThan(0)
})
