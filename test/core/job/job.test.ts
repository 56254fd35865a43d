import { expect, test } from 'vitest'
import { endings, isForRequesterAlone, resultMark } from '../../../src/core/job/job.ts'
import { personalServer } from '../../../src/core/target.ts'
import { target } from '../../support/commands/invocation.ts'
import { jobRecord } from '../../support/jobs/job-record.ts'

test.each(Object.entries(endings))('the reason %s is told in a full sentence', (_, sentence) => {
  expect(sentence).toMatch(/^[A-Z].*\.$/)
})

const { id } = jobRecord()

test.each([
  ['generated', 'MUSIC_AI', 'trainedAlgorithmicMedia'],
  ['made of a clip', 'REMIX', 'compositeWithTrainedAlgorithmicMedia'],
  ['a clip that was only worked on', 'AUDIO_CUTTER', 'algorithmicallyEnhanced'],
  ['of no family', undefined, 'trainedAlgorithmicMedia'],
] as const)('files say that they are %s', (_, family, source) => {
  expect(resultMark(jobRecord(), family)).toEqual({ job: id, source })
})

test.each([
  [
    'generated, where a generated take was only worked on',
    'AUDIO_CUTTER',
    'trainedAlgorithmicMedia',
    'trainedAlgorithmicMedia',
  ],
  [
    'made of a clip, where such a take was only worked on',
    'AUDIO_MASTERING',
    'compositeWithTrainedAlgorithmicMedia',
    'compositeWithTrainedAlgorithmicMedia',
  ],
  [
    'a processed clip, where that is all that ever happened to it',
    'AUDIO_CUTTER',
    'algorithmicallyEnhanced',
    'algorithmicallyEnhanced',
  ],
  [
    'made of a clip, whatever it was',
    'REMIX',
    'trainedAlgorithmicMedia',
    'compositeWithTrainedAlgorithmicMedia',
  ],
] as const)('files say that they are %s', (_, family, ofClip, source) => {
  const clip = { kind: 'result', url: 'https://x', name: 'a.mp3', seconds: 1, source: ofClip }
  expect(resultMark(jobRecord({ values: { clip } }), family)).toEqual({ job: id, source })
})

test('files name the model that was chosen', () => {
  expect(resultMark(jobRecord({ values: { model: 'v7-pro' } }), 'MUSIC_AI')).toMatchObject({
    model: 'v7-pro',
  })
})

test('what is requested in a direct message is private without being said to be', () => {
  const isAlone = (values: Record<string, unknown>, server = 'server-1') =>
    isForRequesterAlone({ values, target: target({ member: 'ada', server }) })
  expect(isAlone({ seen_by: 'me' })).toBe(true)
  expect(isAlone({ seen_by: 'here' })).toBe(false)
  expect(isAlone({})).toBe(false)
  expect(isAlone({ seen_by: 'me' }, personalServer('ada'))).toBe(false)
})
