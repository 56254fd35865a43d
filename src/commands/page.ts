import { type Field, integer, optional } from '../core/command/field.ts'

/** So many entries of a list are shown together. */
export const pageLength = 10

/** The last page that can be asked for. */
export const pagesMax = 999

/** Which page of a list is shown, from 1. */
export const pageField = (help: string): Field<number | undefined> =>
  optional(integer({ label: 'Page', help, min: 1, max: pagesMax }))
