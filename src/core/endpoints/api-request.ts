import type { Clip, ResultClip, UploadedClip } from '../clip/clip.ts'
import type { Endpoint, ValuesOf } from './endpoint.ts'

/** The values of a request by the service's own names. */
export type ApiBody = Readonly<Record<string, string | number | boolean>>

/** A clip that we read and send as a file. */
export type SentClip = UploadedClip | ResultClip

/** Files by the service's own names for what they stand for. */
type Files<File> = Readonly<Record<string, File>>

/**
 * One paid request to the audio service, as JSON or as a form. Only values that were set are in the body.
 * `files` are sent as parts of the form; they are read on this machine right before the request leaves.
 * `served` are those of which the service takes an address alone; it is given one of ours, for a while.
 */
export type ApiRequest = { path: string; body: ApiBody; served?: Files<UploadedClip> } & (
  | { encoding: 'json' }
  | { encoding: 'form'; files: Files<SentClip> }
)

/** A chat's file that the service fetches at an address of ours. */
export interface ServedClip {
  served: UploadedClip
}

/** One paid request that reads, and answers at once. */
export interface QueryRequest {
  path: string
  query: ApiBody
}

type Scalar = ApiBody[string]

/**
 * The values that were set, apart from the files among them: for what is left out
 * the service has its own defaults.
 */
export const splitValues = <File extends object>(
  values: Readonly<Record<string, Scalar | File | undefined>>,
): { body: ApiBody; files: Readonly<Record<string, File>> } => {
  const body: Record<string, Scalar> = {}
  const files: Record<string, File> = {}
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'object') files[name] = value
    else if (value !== undefined) body[name] = value
  }
  return { body, files }
}

/** A request to an endpoint that takes JSON or a form, from values by the service's own names. */
export const requestTo = <E extends Endpoint & { encoding: 'json' | 'form' }>(
  { path, encoding }: E,
  values: ValuesOf<E, SentClip, string | ServedClip>,
): ApiRequest => {
  const { body, files: clips } = splitValues<SentClip | ServedClip>(values)
  const served: Record<string, UploadedClip> = {}
  const files: Record<string, SentClip> = {}
  for (const [name, clip] of Object.entries(clips)) {
    if ('served' in clip) served[name] = clip.served
    else files[name] = clip
  }
  const request = { path, body, ...(Object.keys(served).length > 0 && { served }) }
  return encoding === 'json' ? { ...request, encoding } : { ...request, encoding, files }
}

/** A clip where the service takes an address alone. */
export const clipAddress = (clip: Clip): string | ServedClip =>
  clip.kind === 'upload' ? { served: clip } : clip.url

/** A request to an endpoint that answers at once, from values by the service's own names. */
export const queryTo = <E extends Endpoint & { encoding: 'query' }>(
  { path }: E,
  values: ValuesOf<E, never>,
): QueryRequest => ({ path, query: splitValues(values).body })

/**
 * A clip as the service takes it: an upload as `<name>_file`, anything with an address as `<name>_url`. Next to a clip
 * that is a file, a result is a file too.
 */
export const clipValue = <N extends string>(name: N, clip: Clip, besides?: Clip) => {
  const isFile = clip.kind === 'upload' || (clip.kind === 'result' && besides?.kind === 'upload')
  const [suffix, value] = isFile ? ['file', clip] : ['url', clip.url]
  return { [`${name}_${suffix}`]: value } as { [K in `${N}_url`]?: string } & {
    [K in `${N}_file`]?: SentClip
  }
}
