import type { FieldType } from '../../src/core/endpoints/shapes.ts'

/** A JSON object as it came. */
export type Fields = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a text says as JSON; the text itself where it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const typeChecks: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
}

/** Whether a value of JSON has one of the description's types. */
export const hasType = (value: unknown, type: FieldType): boolean => typeChecks[type](value)

/** The field's text; empty where there is none. */
export const textOf = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}
