import { type Box, onlyBox } from './mp4-boxes.ts'
import { isAudioEntry, mp4Codec } from './mp4-codecs.ts'
import { takeFragments, trackId } from './mp4-fragments.ts'
import { takeTable } from './mp4-tables.ts'
import { partOf, takePackets } from './packets.ts'
import { numberAt, type Sound, type Track, wordAt } from './sound.ts'

/** Units per second, from the header of the film or the media (ISO/IEC 14496-12, 8.2.2 and 8.4.2). */
const scaleOf = (file: Buffer, box: Box | undefined): number =>
  (box && numberAt(file, box.start + (file[box.start] === 1 ? 20 : 12), 4)) ?? 0

/** A part of a track that is played: when it begins in the media's time, and how long it is in the film's. */
interface Edit {
  begin: number
  length: number
}

/** The parts of an edit list (8.6.6) but its pauses. */
const editsOf = (file: Buffer, box: Box | undefined): readonly Edit[] => {
  if (box === undefined) return []
  const bytes = file[box.start] === 1 ? 8 : 4
  const pause = 2 ** (8 * bytes) - 1
  const edits: Edit[] = []
  for (let at = box.start + 8; at + 2 * bytes + 4 <= box.end; at += 2 * bytes + 4) {
    const [length = 0, begin = pause] = [numberAt(file, at, bytes), numberAt(file, at + bytes, bytes)]
    if (begin !== pause) edits.push({ length, begin })
  }
  return edits
}

/** No real file has more edits. */
const editsMax = 1_000

/**
 * The part of a sound that is left after trimming on a phone: the file keeps the rest, and an edit list says what is played.
 * With several edits, what is between them is kept, too.
 */
const trimmed = (file: Buffer, film: readonly Box[], own: readonly Box[], sound: Sound): Sound => {
  const edits = editsOf(file, onlyBox(own, 'elst'))
  const [filmScale, scale] = [scaleOf(file, onlyBox(film, 'mvhd')), scaleOf(file, onlyBox(own, 'mdhd'))]
  if (edits.length === 0 || edits.length > editsMax || filmScale === 0 || scale === 0) return sound
  const ends = edits.map(({ begin, length }) =>
    length === 0 ? sound.seconds : begin / scale + length / filmScale,
  )
  return partOf(sound, Math.min(...edits.map(({ begin }) => begin / scale)), Math.max(...ends))
}

const soundTrack = (file: Buffer, film: readonly Box[], own: readonly Box[], all: readonly Box[]): Track => {
  const [description, track] = ['stsd', 'tkhd'].map((name) => own.find((box) => box.name === name))
  if (description === undefined || track === undefined) return { kind: 'sound', sound: undefined }
  const entry = description.start + 8
  const name = wordAt(file, entry + 4)
  const end = Math.min(description.end, entry + (numberAt(file, entry, 4) ?? 0))
  const codec = mp4Codec(file, { name, start: entry + 8, end, isCut: false })
  if (codec === undefined) return { kind: 'sound', sound: undefined }
  if ('refused' in codec) return { kind: 'refused', called: codec.refused }
  const taker = takePackets(file.length, codec)
  takeTable(file, own, taker)
  takeFragments(file, all, trackId(file, track) ?? 0, taker)
  const sound = taker.sound()
  return { kind: 'sound', sound: sound && trimmed(file, film, own, sound) }
}

const coverCodecs: readonly string[] = ['jpeg', 'png ', 'mjpa', 'mjpb']

/**
 * The track of a film with these boxes of its own; `all` are those of the file, which may have fragments. Undefined
 * if it is neither sound nor pictures.
 */
export const trackOf = (
  file: Buffer,
  film: readonly Box[],
  own: readonly Box[],
  all: readonly Box[],
): Track | undefined => {
  const kinds = own.filter(({ name }) => name === 'hdlr').map(({ start }) => wordAt(file, start + 8))
  const entries = own.filter(({ name }) => name === 'stsd').map(({ start }) => wordAt(file, start + 12))
  const isFilm = kinds.includes('vide')
  // Decoders go by the entry, whatever the handler says; only "raw " is also a kind of picture.
  if (kinds.includes('soun') || entries.some((name) => isAudioEntry(name) && !(isFilm && name === 'raw ')))
    return soundTrack(file, film, own, all)
  // A cover is a picture inside a song.
  return isFilm && !entries.some((name) => coverCodecs.includes(name)) ? { kind: 'pictures' } : undefined
}
