import type { Endpoint as ServiceEndpoint } from '../../src/core/endpoints/endpoint.ts'
import { type ClipSource, readClipSource } from '../clips/clip-source.ts'
import { type TimeRange, timeRangeOf } from '../clips/range.ts'
import { submit, submitAtOnce } from '../tasks/submission.ts'
import type { Work } from '../work.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'
import type { EndpointErrors } from './errors.ts'
import type { UploadedFile } from './form.ts'
import type { Reply } from './reply.ts'
import { replyIn } from './submission-reply.ts'

type Values = Readonly<Record<string, unknown>>

/** What a request names beside its values, or the refusal of one that names none, or too many. */
type Findings = { readonly clips: Readonly<Record<string, ClipSource>>; readonly range?: TimeRange }

const clipsIn = (
  { exactlyOneOf }: ServiceEndpoint,
  values: Values,
  { refuse, status, clipStatus, texts }: EndpointErrors,
): Findings | { readonly refusal: Reply } => {
  const clips: Record<string, ClipSource> = {}
  for (const [url, file] of exactlyOneOf) {
    const name = url.replace(/_url$/, '')
    const found = readClipSource(values[file] as UploadedFile | undefined, String(values[url]), name)
    if ('problem' in found) {
      const text = (found.problem === 'none' ? texts?.[file] : undefined) ?? found.text
      return { refusal: refuse(clipStatus ?? status, text) }
    }
    clips[name] = found.source
  }
  return { clips }
}

const findingsIn = (
  record: ServiceEndpoint,
  values: Values,
  errors: EndpointErrors,
): Findings | { readonly refusal: Reply } => {
  const found = clipsIn(record, values, errors)
  const [ends] = record.ranges
  if ('refusal' in found || ends === undefined) return found
  const [from, to] = ends
  const range = timeRangeOf(Number(values[from]), Number(values[to]))
  const text = errors.texts?.[from] ?? `${from} must come before ${to}`
  return range === undefined ? { refusal: errors.refuse(errors.status, text) } : { ...found, range }
}

const creditsFor = (
  { price }: ServiceEndpoint,
  { outputs = 1, units = price?.per === 'output' ? outputs : 1, variant = '' }: Charged,
): number => {
  const tariff = price?.variants?.[variant] ?? price?.usual
  return Math.round(Number(tariff?.onPlan ?? 0) * 1e6 * units) / 1e6
}

type Charged = { readonly outputs?: 1 | 2; readonly units?: number; readonly variant?: string }

/** Serves what an endpoint does with its work, which is stored under `kind`. */
export const workEndpoint = (kind: string, { record, take }: Work): Endpoint =>
  defineEndpoint(record, async (values, call, errors) => {
    const found = findingsIn(record, values, errors)
    if ('refusal' in found) return found.refusal
    const taken = take(values, found as never, call.studio.settings)
    if ('problem' in taken) return errors.refuse(errors.status, taken.problem)
    const { outputs = 1, texts = [], order } = taken
    const { conversionType, response } = record
    if (conversionType === undefined) throw new Error(`nobody could look a task of ${kind} up`)
    const submitted = await (response === 'lyrics' ? submitAtOnce : submit)(call, {
      feature: conversionType,
      webhookUrl: String(values.webhook_url ?? ''),
      creditEstimate: creditsFor(record, taken),
      outputCount: outputs,
      errors,
      texts,
      work: { kind, order },
    })
    return replyIn(response, submitted, errors)
  })
