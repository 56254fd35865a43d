import { z } from 'zod'
import { type FieldType, type ResponseName, responses } from '../../src/core/endpoints/shapes.ts'
import { voicesPage } from '../voice-list/voices-page.ts'
import { conversion } from './conversion-record.ts'

const types: Readonly<Record<FieldType, () => z.ZodType>> = {
  string: () => z.string(),
  boolean: () => z.boolean(),
  integer: () => z.int(),
  number: () => z.number(),
}

const notes: Readonly<Record<string, string>> = {
  eta: 'Seconds; -1 when nobody can say',
  status: 'IN_QUEUE on acceptance',
  conversion_id_2: 'Empty if one output was requested',
}

const schemaOf = (name: keyof typeof responses): z.ZodType =>
  z.object(
    Object.fromEntries(
      Object.entries(responses[name]).map(([field, type]) => {
        const note = notes[field]
        return [field, note === undefined ? types[type]() : types[type]().describe(note)]
      }),
    ),
  )

/** The body of an answer, for the interface description. */
export const answerSchema = (name: ResponseName): z.ZodType => {
  if (name === 'voices') return voicesPage
  return name === 'conversion' ? z.object({ success: z.boolean(), conversion }) : schemaOf(name)
}
