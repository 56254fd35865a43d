/** A file's magic bytes: these characters, one for each byte, at this position. */
type Mark = readonly [name: string, position: number, characters: string]

const marks: readonly Mark[] = [
  ['WMA', 0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11'],
  ['AMR', 0, '#!AMR'],
  ['SILK', 0, '#!SILK_V3'],
  ['SILK', 1, '#!SILK_V3'],
  ['CAF', 0, 'caff'],
  ['AU', 0, '.snd'],
  ['RIFX', 0, 'RIFX'],
  ['AVI', 8, 'AVI '],
  ['8SVX', 8, '8SVX'],
  ['W64', 0, 'riff\x2e\x91\xcf\x11'],
  ['WavPack', 0, 'wvpk'],
  ['APE', 0, 'MAC '],
  ['TTA', 0, 'TTA1'],
  ['Musepack', 0, 'MPCK'],
  ['Musepack', 0, 'MP+'],
  ['DSD', 0, 'DSD '],
  ['DSD', 0, 'FRM8'],
  ['RealMedia', 0, '.RMF'],
  ['RealMedia', 0, '.ra\xfd'],
  ['FLV', 0, 'FLV\x01'],
  ['MPEG', 0, '\x00\x00\x01\xba'],
  ['MPEG', 0, '\x00\x00\x01\xb3'],
  ['MIDI', 0, 'MThd'],
  ['SPH', 0, 'NIST_1A'],
  ['DTS', 0, '\x7f\xfe\x80\x01'],
  ['playlist', 0, '#EXTM3U'],
  ['AAX', 8, 'aax '],
  ['AAX', 8, 'aaxc'],
]

/** Bytes of a transport stream's packet, which always begins with the same byte (ISO/IEC 13818-1, 2.4.3). */
const transportPacketBytes = 188
const transportMark = 0x47

const isTransportStream = (file: Buffer): boolean =>
  // Camcorders put four bytes before each packet.
  [0, 4].some((extra) =>
    [0, 1, 2].every((index) => file[extra + index * (transportPacketBytes + extra)] === transportMark),
  )

/** AC-3 frames begin with these bytes; the syntax number marks the enhanced ones (ETSI TS 102 366, E.1.3). */
const dolbyName = (file: Buffer): string | undefined => {
  if (file.toString('latin1', 0, 2) !== '\x0b\x77') return undefined
  return (file[5] ?? 0) >>> 3 > 10 ? 'E-AC-3' : 'AC-3'
}

/** AAC in LATM frames begins with eleven fixed bits (ISO/IEC 14496-3, 1.7.2). */
const isLatm = ([first, second = 0]: Buffer): boolean => first === 0x56 && (second & 0xe0) === 0xe0

/** The name of the refused kind that a file's contents show; undefined for any other file. */
export const refusedByContents = (file: Buffer): string | undefined => {
  const mark = marks.find(
    ([, position, characters]) =>
      file.toString('latin1', position, position + characters.length) === characters,
  )
  if (mark !== undefined) return mark[0]
  if (isTransportStream(file)) return 'MPEG-TS'
  return isLatm(file) ? 'LATM' : dolbyName(file)
}
