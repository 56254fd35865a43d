import { z } from 'zod'
import { isBlank, lengthOf, withoutControls } from '../text/text.ts'
import { faults } from './field-faults.ts'

/** Quotation marks around nothing are a way to write an empty text. */
const isEmpty = (text: string): boolean => isBlank(text.replaceAll(/\p{Quotation_Mark}/gu, ''))

const asTyped = (label: string, lengthMax: number) =>
  z
    .string({ error: () => faults.notText(label) })
    .refine((text) => !isEmpty(text), { error: () => faults.empty(label) })
    .refine((text) => text.isWellFormed(), { error: () => faults.broken(label) })
    .refine((text) => lengthOf(text) <= lengthMax, {
      error: ({ input }) => faults.tooLong(label, lengthOf(String(input)), lengthMax),
    })

/**
 * Reads the text of the field with this label, which must contain something visible. Control characters and marks that
 * override the direction of text are dropped.
 */
export const textSchema = (label: string, lengthMax: number) =>
  z
    .string({ error: () => faults.notText(label) })
    .transform(withoutControls)
    .pipe(asTyped(label, lengthMax))

const webAddressLengthMax = 2000

/** Whether a text is an http(s) address of a named host, without a password in it. */
export const isWebAddress = (value: string): boolean => {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, hostname } = new URL(value)
  return /^https?:$/.test(protocol) && username === '' && password === '' && hostname.includes('.')
}

/**
 * Reads a web address that a field with this label was given: one that the audio service reads; we never do.
 */
export const webAddress = (label: string) =>
  asTyped(label, webAddressLengthMax)
    .transform((value) => value.trim())
    .refine(isWebAddress, { error: () => faults.noAddress(label) })
