import { audioView } from '../../../src/commands/features/views/audio-view.ts'
import type { UploadedClip } from '../../../src/core/clip/clip.ts'
import { clip } from '../../../src/core/clip/clip-field.ts'
import { defineFeature } from '../../../src/core/command/feature.ts'
import { clipValue, requestTo } from '../../../src/core/endpoints/api-request.ts'
import { taskEndpoints } from '../../../src/core/endpoints/audio-endpoints.ts'
import { text } from '../../../src/core/fields/field-builders.ts'

/** Makes two takes of a clip, as a remix does, but costs by its minutes. */
export const measured = defineFeature({
  name: 'measured',
  summary: 'Remake a clip, by the minute',
  topic: 'new',
  example: { values: {} },
  product: 'your clip',
  conversionType: taskEndpoints.remix.conversionType,
  outputsExpected: 2,
  usualSeconds: 150,
  fields: {
    clip: clip({ label: 'Clip', help: 'What to remake' }),
    prompt: text({ label: 'Prompt', help: 'What it turns into', lengthMax: 100 }),
  },
  usualPrice: 'lyrics',
  priced: (input) => ({ price: 'mastering', clip: input.clip }),
  encode: (input) =>
    requestTo(taskEndpoints.remix, { ...clipValue('audio', input.clip), prompt: input.prompt }),
  view: (outcome) => audioView(outcome, { product: 'Your clip', fileName: 'clip', takes: 2, asked: [] }),
})

/** A file in a chat that lasts so long. */
export const clipOf = (seconds: number): UploadedClip => ({
  kind: 'upload',
  platform: 'discord',
  bytes: undefined,
  message: undefined,
  name: 'clip.mp3',
  url: `https://cdn.example/${seconds}`,
})

/** What that file contains, for the scripted clip reader. */
export const contentsOf = ({ url }: UploadedClip): string => {
  const [, length] = /([^/]*)$/.exec(url) ?? []
  return `${length} seconds`
}
