import { say } from '../text/say.ts'

/**
 * Extensions of the files that are accepted, on every platform and in every way to give a clip. docs/clips.md lists
 * the kinds of sound that they can contain.
 */
export const clipExtensions: readonly string[] = [
  '3g2',
  '3ga',
  '3gp',
  '3gpp',
  'aac',
  'aif',
  'aifc',
  'aiff',
  'aiffc',
  'bwf',
  'f4a',
  'f4v',
  'flac',
  'm4a',
  'm4b',
  'm4r',
  'm4v',
  'mka',
  'mkv',
  'mov',
  // Chats save MP3 with MPEG film extensions, so those files are told apart by their contents.
  'mp2',
  'mp3',
  'mp4',
  'mpa',
  'mpeg',
  'mpg',
  'mpga',
  'oga',
  'ogg',
  'ogv',
  'opus',
  'qt',
  'qta',
  'rf64',
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
  {
    name: 'archive',
    endings: ['7z', 'gz', 'rar', 'tar', 'tgz', 'zip'],
    types: ['application/gzip', 'application/vnd.rar', 'application/x-7z-compressed', 'application/zip'],
  },
  { name: 'AU', endings: ['au', 'snd'], types: ['audio/basic'] },
  { name: 'AVI', endings: ['avi'], types: ['video/x-msvideo', 'video/avi'] },
  { name: 'CAF', endings: ['caf'], types: ['audio/x-caf'] },
  { name: 'DSD', endings: ['dff', 'dsf'], types: ['audio/x-dsf', 'audio/x-dff'] },
  { name: 'DSS', endings: ['ds2', 'dss'] },
  { name: 'DTS', endings: ['dts', 'dtshd'], types: ['audio/vnd.dts', 'audio/vnd.dts.hd'] },
  { name: 'E-AC-3', endings: ['ec3', 'eac3'], types: ['audio/eac3'] },
  { name: 'FLV', endings: ['flv'], types: ['video/x-flv'] },
  { name: 'GSM', endings: ['gsm'] },
  { name: 'LATM', endings: ['latm', 'loas'] },
  { name: 'MIDI', endings: ['kar', 'mid', 'midi'], types: ['audio/midi', 'audio/x-midi'] },
  { name: 'MPEG', endings: ['vob'] },
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

/** Accepted media types. If a platform states one, an extension with another meaning is not believed. */
const takenTypes: readonly string[] = [
  'application/mp4',
  'application/ogg',
  'audio/3gpp',
  'audio/3gpp2',
  'audio/aac',
  'audio/aacp',
  'audio/aiff',
  'audio/flac',
  'audio/m4a',
  'audio/matroska',
  'audio/mp3',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/opus',
  'audio/vnd.wave',
  'audio/wav',
  'audio/wave',
  'audio/webm',
  'audio/x-aac',
  'audio/x-aiff',
  'audio/x-flac',
  'audio/x-m4a',
  'audio/x-matroska',
  'audio/x-mpeg',
  'audio/x-wav',
  'video/3gpp',
  'video/3gpp2',
  'video/matroska',
  'video/mp4',
  'video/ogg',
  'video/quicktime',
  'video/webm',
  'video/x-m4v',
  'video/x-matroska',
]

/** Extensions of files without sound. */
const otherEndings: readonly string[] = [
  'avif',
  'bmp',
  'csv',
  'doc',
  'docx',
  'exe',
  'gif',
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
  'rtf',
  'srt',
  'svg',
  'txt',
  'vtt',
  'webp',
  'xml',
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

/** Trailing dots, blanks and underscores that people and file systems add are not part of the extension. */
const endingOf = (name: string): string => {
  let end = name.length
  while (/[\s._]/.test(name[end - 1] ?? '')) end -= 1
  const [, ending = ''] = /\.([a-z0-9]{1,8})$/i.exec(name.slice(Math.max(0, end - 9), end)) ?? []
  return ending.toLowerCase()
}

const kindByType = (type: string): FileKind => {
  const refused = refusedKinds.find(({ types }) => types?.includes(type))
  if (refused !== undefined) return { refused: refused.name }
  return takenTypes.includes(type) || /^(audio|video)\//.test(type) ? 'sound' : 'unknown'
}

/**
 * The kind of a file by its extension, or by its media type if the extension is unknown. An accepted type overrides
 * the extension of a refused kind.
 */
export const fileKind = ({ name, contentType = '' }: DescribedFile): FileKind => {
  if (/^(text|image)\//i.test(contentType)) return 'other'
  const ending = endingOf(name)
  const [type = ''] = contentType.toLowerCase().split(/[;\s]/, 1)
  if (clipExtensions.includes(ending)) return 'sound'
  const refused = refusedKinds.find(({ endings }) => endings.includes(ending))
  if (refused !== undefined) return takenTypes.includes(type) ? 'sound' : { refused: refused.name }
  return otherEndings.includes(ending) ? 'other' : kindByType(type)
}

/** A file of a message that is sound of a refused kind. */
export interface RefusedFile {
  name: string
  kind: string
}

/** A file that may be sound but can't be read. */
export interface UnreadableFile {
  /** Undefined if the platform does not say. */
  name: string | undefined
  /** Deleted, hidden by the limits of the platform's plan, kept outside the platform, or not open to us. */
  why: 'deleted' | 'hidden' | 'elsewhere' | 'closed'
}

/** Files by their kinds. */
export interface SortedFiles<F> {
  /** Files that can be clips. */
  clips: readonly F[]
  /** Sound of a refused kind. */
  refused: readonly RefusedFile[]
  /** Names of files of an unknown kind. */
  unknown: readonly string[]
  /** Names of files without sound. */
  others: readonly string[]
}

/** Sorts files by their kinds. */
export const sortFiles = <F extends DescribedFile>(files: readonly F[]): SortedFiles<F> => {
  const clips: F[] = []
  const refused: RefusedFile[] = []
  const unknown: string[] = []
  const others: string[] = []
  for (const file of files) {
    const kind = fileKind(file)
    if (kind === 'sound') clips.push(file)
    else if (kind === 'other') others.push(file.name)
    else if (kind === 'unknown') unknown.push(file.name)
    else refused.push({ name: file.name, kind: kind.refused })
  }
  return { clips, refused, unknown, others }
}

/** Tells a member why a file can't be read. */
export const unreadableText = ({ name, why }: UnreadableFile): string => {
  const values = { clip: name ?? say('A file in that message') }
  switch (why) {
    case 'deleted':
      return say("{{clip}} was deleted, so I can't read it. Upload it again.", values)
    case 'hidden':
      return say("{{clip}} is hidden by this workspace's Slack plan. Upload it again.", values)
    case 'elsewhere':
      return say("{{clip}} is stored outside this chat, so I can't read it. Upload it here.", values)
    case 'closed':
      return say("I can't open {{clip}}. Upload it here.", values)
  }
}

/** Tells a member that a file's kind is refused. */
export const refusedKindText = (clip: string, kind: string): string =>
  say("{{clip}}: {{kind}} files can't be used. Send it as MP3, WAV, FLAC, OGG, M4A or WebM.", { clip, kind })

/** Tells a member that a file is no sound, or unreadable. */
export const noAudioText = (clip: string): string =>
  say("{{clip}} isn't a readable audio file. Send an MP3, WAV, FLAC, OGG, M4A or WebM file.", {
    clip,
  })

/** Tells a member that a file of an unknown kind may not be audio. */
export const unknownKindText = (clip: string): string =>
  say("{{clip}} doesn't look like an audio file. Send it as MP3, WAV, FLAC, OGG, M4A or WebM.", { clip })

/** Why a file is refused before its contents are read; undefined if they have to decide. */
export const refusedByName = (name: string, shown = name, contentType?: string): string | undefined => {
  const kind = fileKind({ name, contentType })
  if (typeof kind === 'object') return refusedKindText(shown, kind.refused)
  return kind === 'other' ? noAudioText(shown) : undefined
}

/** The media type of a file that its name alone would refuse. Its clip keeps the type. */
export const typeOverName = (file: DescribedFile): Pick<DescribedFile, 'contentType'> =>
  fileKind(file) === 'sound' && refusedByName(file.name) !== undefined
    ? { contentType: file.contentType }
    : {}
