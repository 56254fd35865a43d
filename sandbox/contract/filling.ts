import type { FieldValue, LaterValue, Order, PlainValue, ServiceRequest } from './requests.ts'

/** Where the values come from that only a run can fill in. */
export type Sources = {
  /** The address of a finished order's audio. */
  readonly resultOf: (order: Order) => Promise<string>
  readonly answerOf: (order: Order, field: string) => Promise<string>
  readonly voiceId: (which: 'first' | 'second') => Promise<string>
}

const fillLater = async (value: LaterValue, sources: Sources): Promise<PlainValue> => {
  if ('upload' in value) return value
  if ('resultOf' in value) return await sources.resultOf(value.resultOf)
  if ('answerOf' in value) return await sources.answerOf(value.answerOf, value.field)
  return await sources.voiceId(value.voice)
}

const fill = async (value: FieldValue, sources: Sources): Promise<PlainValue> =>
  typeof value === 'object' ? await fillLater(value, sources) : value

/** The fields of a request with all their values known. */
export const fillIn = async (
  fields: ServiceRequest['fields'],
  sources: Sources,
): Promise<Readonly<Record<string, PlainValue>>> => {
  const filled: Record<string, PlainValue> = {}
  for (const [name, value] of Object.entries(fields ?? {})) filled[name] = await fill(value, sources)
  return filled
}
