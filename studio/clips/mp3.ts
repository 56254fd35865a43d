import { MPEGDecoder } from 'mpg123-decoder'
import { decodePieces, type Parts } from './parts.ts'

/** Decodes MP3, without what its encoder put around the sound where the file says how much that is. */
export const decodeMp3 = (bytes: Uint8Array): Parts =>
  decodePieces(new MPEGDecoder({ enableGapless: true }), bytes)
