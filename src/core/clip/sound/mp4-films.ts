import { type Box, boxesOf, within } from './mp4-boxes.ts'
import { trackOf } from './mp4-samples.ts'
import { type ReadSound, soundOf, type Track, wordAt } from './sound.ts'

/** How an MP4 or QuickTime file begins. Old QuickTime files have no mark of their own. */
const beginnings: readonly string[] = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot']

/** Whether an MP4 or QuickTime file begins at a position. */
export const isMp4 = (file: Buffer, start: number): boolean => beginnings.includes(wordAt(file, start + 4))

/** No more tracks are read. */
const tracksMax = 100

/** A compressed description of a film, which QuickTime wrote in the last century. */
const compressed = 'cmov'

/** The tracks of all films in a file, one after the other as they are needed. */
function* tracksOf(file: Buffer, boxes: readonly Box[]): Generator<Track> {
  let count = 0
  for (const film of within(boxes, 'moov')) {
    for (const own of within(film, 'trak')) {
      count += 1
      const track = count > tracksMax ? undefined : trackOf(file, film, own, boxes)
      if (track !== undefined) yield track
    }
  }
}

/**
 * MP4 and QuickTime, fragmented or not. Positions in its tables count from behind the leading tags, because the taggers that
 * put tags there don't change the tables.
 */
export const readMp4: ReadSound = (tagged, start) => {
  if (!isMp4(tagged, start)) return undefined
  const file = tagged.subarray(start)
  const boxes = boxesOf(file, 0)
  if (boxes === undefined) return undefined
  if (boxes.some(({ name }) => name === compressed)) return { kind: 'refused', called: `MP4/${compressed}` }
  return soundOf(tracksOf(file, boxes))
}
