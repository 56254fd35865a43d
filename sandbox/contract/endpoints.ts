import { endpointsByName } from '../../src/core/endpoints/audio-endpoints.ts'
import type { Endpoint } from '../../src/core/endpoints/endpoint.ts'

type Records = typeof endpointsByName

/** Names in the ids of rows, which do not change, where a record has another one. */
const ownNames = {
  musicV1: 'musicAiV1',
  music: 'musicAiV2',
  musicBatch: 'batch',
  speech: 'textToSpeech',
  transcription: 'transcribe',
  lyrics: 'promptToLyrics',
} as const

type NameOf<Name extends keyof Records> = Name extends keyof typeof ownNames ? (typeof ownNames)[Name] : Name

/** The endpoints of the service, by the names that the rows use. */
export const endpoints = Object.fromEntries(
  Object.entries(endpointsByName).map(([name, record]) => [
    new Map<string, string>(Object.entries(ownNames)).get(name) ?? name,
    record,
  ]),
) as object as { readonly [Name in keyof Records as NameOf<Name>]: Records[Name] }

export type EndpointName = keyof typeof endpoints

/** What the service documents of an endpoint. */
export const recordOf = (name: EndpointName): Endpoint => endpoints[name]

/** All endpoints. */
export const endpointNames = Object.keys(endpoints) as readonly EndpointName[]

/** An endpoint that takes work and is asked for the result later. */
export type SubmissionName = {
  [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends 'POST' ? Name : never
}[EndpointName]

/** The endpoints that take work. */
export const submissionNames = endpointNames.filter(
  (name): name is SubmissionName => endpoints[name].method === 'POST',
)
