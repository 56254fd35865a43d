import type { WireField } from '../../src/core/endpoints/endpoint.ts'
import type { ClipName } from './clips.ts'
import { type EndpointName, recordOf } from './endpoints.ts'
import type { FieldValue, KeyUse, ServiceRequest } from './requests.ts'

/** A record names a clip for a file, and the first or the second for a voice. */
const fieldValue = (field: WireField | undefined, value: string | number | boolean): FieldValue => {
  if (field?.kind === 'file') return { upload: value as ClipName }
  const isVoice = field?.kind === 'text' && field.idOf === 'voices'
  return isVoice ? { voice: value as 'first' | 'second' } : value
}

const exampleOf = (endpoint: EndpointName): Readonly<Record<string, FieldValue>> => {
  const { fields, example } = recordOf(endpoint)
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, fieldValue(fields[name], value)]),
  )
}

/**
 * A request that an endpoint takes from an account in good standing, with some fields changed or left out.
 */
export const validRequest = <Name extends EndpointName>(
  endpoint: Name,
  key: KeyUse = 'own',
  changes: Readonly<Record<string, FieldValue | undefined>> = {},
): ServiceRequest & { readonly endpoint: Name } => {
  const merged = Object.entries({ ...exampleOf(endpoint), ...changes })
  const given = merged.filter((entry): entry is [string, FieldValue] => entry[1] !== undefined)
  return { endpoint, key, fields: Object.fromEntries(given) }
}
