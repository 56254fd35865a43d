import type { Clip } from '../../../src/core/clip/clip.ts'
import type { Feature } from '../../../src/core/command/feature.ts'
import type { TaskRequest } from '../../../src/core/command/prepared-request.ts'
import type { RawValues } from '../../../src/core/fields/field.ts'

/** A file of a chat, an address, and a result of ours of 90 and a bit seconds. */
export const storm = {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.discordapp.com/attachments/1/2/storm.ogg?ex=1',
  name: 'storm.ogg',
  bytes: 90_000,
  message: undefined,
} as const satisfies Clip
export const stormLink = 'https://example.com/sounds/storm.mp3?v=2'
export const stormResult = {
  kind: 'result',
  url: 'https://cdn.example/1.mp3',
  name: 'Storm take 1.mp3',
  seconds: 90.4,
} as const satisfies Clip

/** Asks a feature for something, as a request that has these values unless others are given. */
export const asking = (feature: Feature<TaskRequest>, least: RawValues) => {
  const prepare = (values: RawValues) => feature.prepare({ ...least, ...values })
  const prepared = (values: RawValues = {}): TaskRequest => {
    const result = prepare(values)
    if (!result.ok) throw new Error(result.problems.map(({ text }) => text).join('\n'))
    return result.prepared
  }
  return {
    prepared,
    bodyOf: (values: RawValues) => prepared(values).request.body,
    problemsOf: (values: RawValues): readonly string[] => {
      const result = prepare(values)
      return result.ok ? [] : result.problems.map(({ field, text }) => `${field}: ${text}`)
    },
  }
}
