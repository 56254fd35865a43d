import type { Clip, UploadedClip } from '../clip/clip.ts'
import type { Endpoint, ValuesOf } from './endpoint.ts'

/** The values of a request by the service's own names. */
export type ApiBody = Readonly<Record<string, string | number | boolean>>

/** Chats' files by the service's own names for what they stand for. */
type ChatFiles = Readonly<Record<string, UploadedClip>>

/**
 * One paid request to the audio service, as JSON or as a form. Only values that were set are in the body.
 * `files` are sent as parts of the form; they are read on this machine right before the request leaves.
 * `served` are those of which the service takes an address alone; it is given one of ours, for a while.
 */
export type ApiRequest = { path: string; body: ApiBody; served?: ChatFiles } & (
  | { encoding: 'json' }
  | { encoding: 'form'; files: ChatFiles }
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
  values: ValuesOf<E, UploadedClip, string | ServedClip>,
): ApiRequest => {
  const { body, files: clips } = splitValues<UploadedClip | ServedClip>(values)
  const served: Record<string, UploadedClip> = {}
  const files: Record<string, UploadedClip> = {}
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

/** A clip as the service takes it: an upload as `<name>_file`, anything with an address as `<name>_url`. */
export const clipValue = <N extends string>(name: N, clip: Clip) => {
  const [suffix, value] = clip.kind === 'upload' ? ['file', clip] : ['url', clip.url]
  return { [`${name}_${suffix}`]: value } as { [K in `${N}_url`]?: string } & {
    [K in `${N}_file`]?: UploadedClip
  }
}
