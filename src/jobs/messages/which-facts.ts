import { clipName, readClip } from '../../core/clip/clip.ts'
import { clipFieldsOf } from '../../core/clip/clip-field.ts'
import type { Feature } from '../../core/command/feature.ts'
import type { RawValues } from '../../core/fields/field.ts'
import type { JobRecord } from '../../core/job/job.ts'
import { aboutJob } from '../../core/job/job-title.ts'
import type { Fact } from '../../core/message/message.ts'
import { say, sayDeclared } from '../../core/text/say.ts'
import { nameFact } from './result-facts.ts'

/** A job's prompt and the like, so that a member with several jobs can tell them apart. */
export const aboutFacts = (values: RawValues): Fact[] => {
  const about = aboutJob({ values, outcome: undefined })
  return about === undefined ? [] : [{ label: say('About'), value: `“${about}”` }]
}

/** Identifies a request: its prompt or clips, and its job. */
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
