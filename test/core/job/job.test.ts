import { expect, test } from 'vitest'
import { endings, resultMark } from '../../../src/core/job/job.ts'
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

test('files name the model that was chosen', () => {
  expect(resultMark(jobRecord({ values: { model: 'v7-pro' } }), 'MUSIC_AI')).toMatchObject({
    model: 'v7-pro',
  })
})
