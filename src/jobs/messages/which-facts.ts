import { clipName, readClip } from '../../core/clip/clip.ts'
import { clipFieldsOf } from '../../core/clip/clip-field.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { RawValues } from '../../core/command/field.ts'
import { aboutJob } from '../../core/job/about.ts'
import type { JobRecord } from '../../core/job/job.ts'
import type { Fact } from '../../core/message/message.ts'
import { say, sayDeclared } from '../../core/texts/say.ts'
import { nameFact } from './result-facts.ts'

/** What a job is about, so that whoever asked for several knows which one this is. */
export const aboutFacts = (values: RawValues): Fact[] => {
  const about = aboutJob({ values, outcome: undefined })
  return about === undefined ? [] : [{ label: say('About'), value: `“${about}”` }]
}

/** Tells this request apart from the member's others: its prompt or its clips, and its job. */
export const whichFacts = (job: Pick<JobRecord, 'id' | 'values'>, feature: Feature | undefined): Fact[] => {
  const clips = clipFieldsOf(feature?.fields ?? {}).flatMap((name): Fact[] => {
    const clip = readClip(job.values[name])
    const label = feature?.fields[name]?.label
    return clip === undefined || label === undefined
      ? []
      : [{ label: sayDeclared(label), value: clipName(clip) }]
  })
  return [...(clips.length === 0 ? aboutFacts(job.values) : clips), nameFact(job)]
}
