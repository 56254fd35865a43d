import { describe, expect, test } from 'vitest'
import { partOf, withoutFiles } from '../../../src/core/job/result-part.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'

const wavUrl = 'https://cdn.example/1.wav'
const both = outcomeOf([output(1, { wavUrl }), output(2)])
const standardUrl = both.outputs[0]?.audioUrl

describe('a take without loss', () => {
  const wav = partOf(both, { take: 1, asWav: true })

  test('is its WAV, with the standard file for where that is too large', () => {
    expect(wav?.outputs).toMatchObject([{ audioUrl: wavUrl, smallerUrl: standardUrl }])
  })

  test('is not there where the service has no such file', () => {
    expect(partOf(both, { take: 2, asWav: true })).toBeUndefined()
  })

  test('loses its standard file where that is gone', () => {
    const left = wav && withoutFiles(wav, new Set([String(standardUrl)]))
    expect(left?.outputs).toMatchObject([{ audioUrl: wavUrl, smallerUrl: undefined }])
  })
})

describe('what a result has beside takes', () => {
  const facts = [{ name: 'bpm', value: '162' }]
  const files = [{ name: 'midi', url: 'https://cdn.example/a.mid' }]
  const gone = new Set(['https://cdn.example/a.mid'])

  test('is a result by itself, and no part of a take', () => {
    const only = outcomeOf([], { findings: { facts, files: [], streams: [] } })
    expect(partOf(only, { take: undefined, asWav: false })).toEqual(only)
    const song = { ...both, findings: only.findings }
    expect(partOf(song, { take: 1, asWav: false })?.findings).toBeUndefined()
  })

  test('is gone with its files, unless there is more to read', () => {
    expect(withoutFiles(outcomeOf([], { findings: { facts: [], files, streams: [] } }), gone)).toBeUndefined()
    const left = withoutFiles(outcomeOf([], { findings: { facts, files, streams: [] } }), gone)
    expect(left?.findings).toEqual({ facts, files: [], streams: [] })
  })
})

test('all of a result is everything that there is', () => {
  expect(partOf(both, { take: undefined, asWav: false })).toEqual(both)
})
