import type { Feature } from '../../../src/core/command/feature.ts'
import type { PreparedRequest } from '../../../src/core/command/prepared-request.ts'
import { directEndpoints } from '../../../src/core/endpoints/audio-endpoints.ts'
import type { Control, Fields, RawValues } from '../../../src/core/fields/field.ts'

// Which option of which feature a parameter of the service comes from: found out by asking with and without it.

const upload = {
  kind: 'upload',
  platform: 'discord',
  url: 'https://cdn.discordapp.com/attachments/1/2/a.mp3',
  name: 'a.mp3',
} as const

/** Values of which the service is told by different names or in different words. */
const examplesOf = (name: string, control: Control): readonly unknown[] => {
  switch (control.kind) {
    case 'choice':
      return control.choices.map(({ value }) => value)
    case 'toggle':
      return [true, false]
    case 'clip':
      return [{ kind: 'link', url: `https://example.com/${name}.mp3` }, upload]
    case 'time':
      return name === 'end' ? ['0:30', '0:40'] : ['0:10', '0:20']
    case 'integer':
      return [control.min, control.max]
    case 'credits':
    case 'text':
    case 'listed':
    case 'member':
    case 'channel':
    case 'group':
    case 'secret':
      return ['one', 'two']
  }
}

const preparedOf = (feature: Feature, values: RawValues): PreparedRequest | undefined => {
  const read = feature.prepare(values)
  return read.ok ? read.prepared : undefined
}

/** Every set of at most two more values that the feature takes, beside those that it needs. */
const requestsOf = (feature: Feature): RawValues[] => {
  const entries = Object.entries(feature.fields)
  const needed = entries.filter(([, { required }]) => required)
  const least = Object.fromEntries(needed.map(([name, { control }]) => [name, examplesOf(name, control)[0]]))
  const single = entries.flatMap(([name, { control }]) =>
    examplesOf(name, control).map((value): RawValues => ({ [name]: value })),
  )
  const pairs = single.flatMap((one, index) => single.slice(index + 1).map((other) => ({ ...one, ...other })))
  return [{}, ...single, ...pairs]
    .map((more) => ({ ...least, ...more }))
    .filter((values) => preparedOf(feature, values) !== undefined)
}

/** What the service is told, by its own names. */
const told = (prepared: PreparedRequest): { path: string; values: Readonly<Record<string, unknown>> } => {
  switch (prepared.obtains) {
    case 'task': {
      const { request } = prepared
      const files = request.encoding === 'form' ? request.files : {}
      return { path: request.path, values: { ...request.body, ...files, ...request.served } }
    }
    case 'answer':
      return { path: prepared.request.path, values: prepared.request.query }
    case 'look_up': {
      const { task, conversionType } = prepared
      const named = typeof task === 'string' ? { task_id: task } : { conversion_id: task.conversionId }
      return { path: directEndpoints.byId.path, values: { conversionType, ...named } }
    }
    case 'kept':
      return { path: 'none', values: {} }
  }
}

/** The same request with one value left out or given otherwise. */
const without = (fields: Fields, values: RawValues, name: string): RawValues[] => {
  const control = fields[name]?.control
  const { [name]: _, ...rest } = values
  const others = control === undefined ? [] : examplesOf(name, control)
  return [rest, ...others.map((value) => ({ ...values, [name]: value }))]
}

const differing = (one: PreparedRequest, other: PreparedRequest): string[] => {
  const [first, second] = [told(one), told(other)]
  if (first.path !== second.path) return []
  const names = new Set([...Object.keys(first.values), ...Object.keys(second.values)])
  return [...names].filter(
    (name) => JSON.stringify(first.values[name]) !== JSON.stringify(second.values[name]),
  )
}

const ofFeature = (feature: Feature): [parameter: string, option: string][] =>
  requestsOf(feature).flatMap((values) => {
    const prepared = preparedOf(feature, values)
    if (prepared === undefined) return []
    return Object.keys(feature.fields).flatMap((name) =>
      without(feature.fields, values, name).flatMap((other) => {
        const changed = preparedOf(feature, other)
        const parameters = changed === undefined ? [] : differing(prepared, changed)
        return parameters.map((parameter): [string, string] => [
          `${told(prepared).path} ${parameter}`,
          `/${feature.name} ${name}`,
        ])
      }),
    )
  })

/** Each parameter that members can set, as its path and its name, with the options that set it. */
export const servedParameters = (features: readonly Feature[]): Map<string, Set<string>> => {
  const served = new Map<string, Set<string>>()
  for (const [parameter, option] of features.flatMap(ofFeature))
    served.set(parameter, (served.get(parameter) ?? new Set()).add(option))
  return served
}
