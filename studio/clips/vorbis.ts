import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import { decodePieces, type Parts } from './parts.ts'

/** Decodes OGG Vorbis. */
export const decodeVorbis = (bytes: Uint8Array): Parts => decodePieces(new OggVorbisDecoder(), bytes)
