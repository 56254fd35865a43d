import { fileFormat } from '../../src/core/endpoints/field-kinds.ts'

/**
 * The forms of audio that the studio writes: the values of `output_extension` in the service's interface
 * description, and how the files' names end.
 */
export const audioFormats = fileFormat.choices

export type AudioFormat = (typeof audioFormats)[number]
