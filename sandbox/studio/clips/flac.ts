import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { decodePieces, type Parts } from './parts.ts'

export const decodeFlac = (bytes: Uint8Array): Parts => decodePieces(new FLACDecoder(), bytes)
