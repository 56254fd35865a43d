/**
 * How long the sound of a file lasts, counted from the sound itself, in seconds. `exact`: no more and hardly
 * less; else no more than so. What a head says of a length is not looked at.
 */
export interface CountedSound {
  seconds: number
  exact: boolean
}

/** Counts the sound in a whole file. Undefined where nothing certain can be said of it. */
export type CountSound = (file: Buffer) => CountedSound | undefined

/** The bytes of an unsigned number, the most significant first; undefined beyond the end of the file. */
export const numberAt = (file: Buffer, position: number, bytes: number): number | undefined => {
  if (position < 0 || position + bytes > file.length) return undefined
  if (bytes <= 6) return bytes === 0 ? 0 : file.readUIntBE(position, bytes)
  return file.readUIntBE(position, bytes - 4) * 2 ** 32 + file.readUInt32BE(position + bytes - 4)
}
