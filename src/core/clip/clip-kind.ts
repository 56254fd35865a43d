import { say } from '../texts/say.ts'

/**
 * Extensions of the files that are accepted, on every platform and in every way to give a clip. docs/clips.md lists
 * the kinds of sound that they can contain.
 */
export const clipExtensions: readonly string[] = [
  '3g2',
  '3gp',
  'aac',
  'aif',
  'aifc',
  'aiff',
  'aiffc',
  'flac',
  'm4a',
  'm4b',
  'm4r',
  'm4v',
  'mka',
  'mkv',
  'mov',
  'mp2',
  'mp3',
  'mp4',
  'oga',
  'ogg',
  'ogv',
  'opus',
  'wav',
  'wave',
  'weba',
  'webm',
]

/** A kind of sound that is refused, with its extensions and media types. */
interface RefusedKind {
  name: string
  endings: readonly string[]
  types?: readonly string[]
}

const refusedKinds: readonly RefusedKind[] = [
  { name: '8SVX', endings: ['8svx', 'iff', 'svx'] },
  { name: 'AAX', endings: ['aa', 'aax', 'aaxc'], types: ['audio/vnd.audible.aax'] },
  { name: 'AC-3', endings: ['ac3', 'a52'], types: ['audio/ac3'] },
  { name: 'AMR', endings: ['amr', 'awb'], types: ['audio/amr', 'audio/amr-wb'] },
  { name: 'APE', endings: ['ape'], types: ['audio/x-ape', 'audio/ape'] },
  { name: 'AU', endings: ['au', 'snd'], types: ['audio/basic'] },
  { name: 'AVI', endings: ['avi'], types: ['video/x-msvideo', 'video/avi'] },
  { name: 'CAF', endings: ['caf'], types: ['audio/x-caf'] },
  { name: 'DSD', endings: ['dff', 'dsf'], types: ['audio/x-dsf', 'audio/x-dff'] },
  { name: 'DSS', endings: ['ds2', 'dss'] },
  { name: 'DTS', endings: ['dts', 'dtshd'], types: ['audio/vnd.dts', 'audio/vnd.dts.hd'] },
  { name: 'E-AC-3', endings: ['ec3', 'eac3'], types: ['audio/eac3'] },
  { name: 'FLV', endings: ['flv', 'f4v'], types: ['video/x-flv'] },
  { name: 'GSM', endings: ['gsm'] },
  { name: 'LATM', endings: ['latm', 'loas'] },
  { name: 'MIDI', endings: ['kar', 'mid', 'midi'], types: ['audio/midi', 'audio/x-midi'] },
  { name: 'MPEG', endings: ['mpeg', 'mpg', 'vob'], types: ['video/mpeg'] },
  { name: 'MPEG-TS', endings: ['m2ts', 'mts', 'ts'], types: ['video/mp2t'] },
  { name: 'Musepack', endings: ['mpc'], types: ['audio/x-musepack'] },
  { name: 'playlist', endings: ['m3u', 'm3u8', 'pls'], types: ['audio/mpegurl', 'audio/x-mpegurl'] },
  { name: 'PCM', endings: ['pcm', 'raw'] },
  { name: 'RealMedia', endings: ['ra', 'ram', 'rm', 'rmvb'], types: ['audio/x-pn-realaudio'] },
  { name: 'SBC', endings: ['sbc'] },
  { name: 'SILK', endings: ['silk', 'slk'] },
  { name: 'Speex', endings: ['spx'], types: ['audio/speex'] },
  { name: 'SPH', endings: ['sph'] },
  { name: 'tracker', endings: ['it', 'mod', 's3m', 'xm'] },
  { name: 'TTA', endings: ['tta'], types: ['audio/x-tta'] },
  { name: 'VOC', endings: ['voc'] },
  { name: 'VOX', endings: ['vox'] },
  { name: 'W64', endings: ['w64'] },
  { name: 'WavPack', endings: ['wv'], types: ['audio/x-wavpack'] },
  {
    name: 'WMA',
    endings: ['asf', 'wma', 'wmv'],
    types: ['audio/x-ms-wma', 'video/x-ms-wmv', 'video/x-ms-asf'],
  },
]

/** Extensions of files without sound. */
const otherEndings: readonly string[] = [
  '7z',
  'avif',
  'bmp',
  'csv',
  'doc',
  'docx',
  'exe',
  'gif',
  'gz',
  'heic',
  'htm',
  'html',
  'jpeg',
  'jpg',
  'json',
  'md',
  'musicxml',
  'pdf',
  'png',
  'rar',
  'rtf',
  'srt',
  'svg',
  'tar',
  'txt',
  'vtt',
  'webp',
  'xml',
  'zip',
]

/** A file as its platform describes it. */
export interface DescribedFile {
  name: string
  contentType?: string | undefined
}

/**
 * The kind of a file by its description: sound, a refused kind, something else, or unknown. Its contents decide
 * later.
 */
export type FileKind = 'sound' | { refused: string } | 'other' | 'unknown'

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

const kindByType = (contentType: string): FileKind => {
  const [type = ''] = contentType.toLowerCase().split(/[;\s]/, 1)
  const refused = refusedKinds.find(({ types }) => types?.includes(type))
  if (refused !== undefined) return { refused: refused.name }
  return /^(audio|video)\//.test(type) ? 'sound' : 'unknown'
}

/** The kind of a file by its extension, or by its media type if the extension is unknown. */
export const fileKind = ({ name, contentType = '' }: DescribedFile): FileKind => {
  if (/^(text|image)\//i.test(contentType)) return 'other'
  const ending = endingOf(name)
  if (clipExtensions.includes(ending)) return 'sound'
  const refused = refusedKinds.find(({ endings }) => endings.includes(ending))
  if (refused !== undefined) return { refused: refused.name }
  return otherEndings.includes(ending) ? 'other' : kindByType(contentType)
}

/** A file of a message that is sound of a refused kind. */
export interface RefusedFile {
  name: string
  kind: string
}

/** Sorts files into those that can be clips and those of a refused kind. */
export const sortFiles = <F extends DescribedFile>(
  files: readonly F[],
): { clips: readonly F[]; refused: readonly RefusedFile[] } => ({
  clips: files.filter((file) => fileKind(file) === 'sound'),
  refused: files.flatMap((file) => {
    const kind = fileKind(file)
    return typeof kind === 'object' ? [{ name: file.name, kind: kind.refused }] : []
  }),
})

/** Tells a member that a file's kind is refused. */
export const refusedKindText = (clip: string, kind: string): string =>
  say("{{clip}}: {{kind}} files can't be used. Send it as MP3, WAV, FLAC, OGG, M4A or WebM.", { clip, kind })

/** Tells a member that a file is no sound, or unreadable. */
export const noAudioText = (clip: string): string =>
  say('{{clip}} is not an audio file that can be read. Send an MP3, WAV, FLAC, OGG, M4A or WebM file.', {
    clip,
  })

/** Why a file is refused by its name alone; undefined if its contents have to decide. */
export const refusedByName = (name: string, shown = name): string | undefined => {
  const kind = fileKind({ name })
  if (typeof kind === 'object') return refusedKindText(shown, kind.refused)
  return kind === 'other' ? noAudioText(shown) : undefined
}
