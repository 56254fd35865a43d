import { MPEGDecoder } from 'mpg123-decoder'
import { decodePieces, type Parts } from './parts.ts'

export const decodeMp3 = (bytes: Uint8Array): Parts =>
  decodePieces(new MPEGDecoder({ enableGapless: true }), bytes)
