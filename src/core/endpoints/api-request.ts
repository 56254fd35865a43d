import type { Clip, UploadedClip } from '../clip.ts'
import type { Endpoint, ValuesOf } from './endpoint.ts'

/** The values of a request by the service's own names. */
export type ApiBody = Readonly<Record<string, string | number | boolean>>

/**
 * One paid request to the audio service, as JSON or as a form. Only values that were set are in the body. `files` are
 * chats' files by the name of the part they are sent as; they are read on this machine right before the request leaves.
 */
export type ApiRequest =
  | { path: string; encoding: 'json'; body: ApiBody }
  | { path: string; encoding: 'form'; body: ApiBody; files: Readonly<Record<string, UploadedClip>> }

type Scalar = ApiBody[string]

/** The values that were set, apart from the files among them: for what is left out the service has its own defaults. */
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
  values: ValuesOf<E, UploadedClip>,
): ApiRequest => {
  const { body, files } = splitValues<UploadedClip>(values)
  return encoding === 'json' ? { path, encoding, body } : { path, encoding, body, files }
}

/** A clip as the service takes it: an upload as `<name>_file`, anything with an address as `<name>_url`. */
export const clipValue = <N extends string>(name: N, clip: Clip) => {
  const [suffix, value] = clip.kind === 'upload' ? ['file', clip] : ['url', clip.url]
  return { [`${name}_${suffix}`]: value } as { [K in `${N}_url`]?: string } & {
    [K in `${N}_file`]?: UploadedClip
  }
}
