import { expect } from 'vitest'
import { linkName } from '../../../../src/bots/discord/setup/commands.ts'
import { permissionName } from '../../../../src/core/command/consent.ts'
import type { Feature } from '../../../../src/core/command/feature.ts'
import { askedFacts } from '../../../../src/core/command/feature.ts'
import type { PreparedRequest } from '../../../../src/core/command/prepared-request.ts'
import { onlyMe, seenByName, spoilerName } from '../../../../src/core/command/seen-by.ts'
import { readValues } from '../../../../src/core/fields/read-values.ts'
import { type Filled, filledRequests, type Given, type Material, meantValues } from '../../commands/filled.ts'
import type { SeenMessage } from '../people.ts'
import { featuresOf, type Stage, shareOf, typedOn } from './stage.ts'

/** A request of a feature that was made, and what its result is known by. */
export interface Made {
  feature: Feature
  filled: Filled
  mark: string
}

const dashed = (mark: string): string => mark.replaceAll(' ', '-')

/** A file as it stands in a request, wherever it lies. */
export const fileNamed = (name: string): Given => ({
  typed: name,
  meant: { kind: 'upload', platform: 'discord', url: `https://chat.example/${name}`, name },
  isFile: true,
})

/**
 * Every other clip is a file where one can be sent along; what is served by us has an address that nobody
 * knows before.
 */
const clipFor =
  ({ platform, addressOf }: Stage, mark: string): Material['clipFor'] =>
  (name, { control }) => {
    const needsAddress = control.kind === 'clip' && control.asAddress === true
    const called = `${dashed(mark)}-${name}`
    if (platform === 'discord' && !needsAddress && mark.length % 2 === 0) return fileNamed(`${called}.mp3`)
    const url = addressOf(called)
    return { typed: url, meant: { kind: 'link', url } }
  }

/** What the requests of a feature are made of; `way` tells those that are made in different ways apart. */
export const materialOf =
  (stage: Stage, feature: Feature, way: string, own: Material['own'] = {}) =>
  (number: number): Material & { mark: string } => {
    const mark = `${stage.platform} ${way} ${feature.name} ${number}`
    return {
      mark,
      own,
      clipFor: clipFor(stage, mark),
      entries: {
        voices: stage.voice,
        languages: { label: 'English', value: 'en' },
        jobs: { label: own.job ?? '', value: own.job ?? '' },
      },
    }
  }

const optionsIn = ({ platform }: Stage, { fields }: Feature, filled: Filled) =>
  Object.fromEntries(
    Object.entries(filled).map(([name, { typed, isFile }]) => {
      const isLink = platform === 'discord' && fields[name]?.control.kind === 'clip' && isFile !== true
      return [isLink ? linkName(name) : name, typedOn(platform, typed)]
    }),
  )

/** Asks for every option of a feature by its slash command, in as few requests as the feature allows. */
export const askEveryOption = async (
  stage: Stage,
  feature: Feature,
  own: Material['own'] = {},
): Promise<readonly Made[]> => {
  const { people, member, clipNamed } = stage
  const material = materialOf(stage, feature, 'typed', own)
  const requests = filledRequests(feature, material)
  const made: Made[] = []
  for (const [index, filled] of requests.entries()) {
    const files = Object.values(filled).flatMap(({ typed, isFile }) =>
      isFile === true ? [clipNamed(String(typed))] : [],
    )
    const options = optionsIn(stage, feature, filled)
    const answer = await people.asks(member, `/${feature.name}`, options, files)
    expect(answer, `/${feature.name} ${JSON.stringify(options)}`).not.toHaveProperty('refused')
    made.push({ feature, filled, mark: material(index + 1).mark })
  }
  return made
}

/**
 * The same for the features that make something: this platform's share of them, and those whose results are
 * needed later.
 */
export const askEverything = async (stage: Stage, needed: readonly string[]): Promise<readonly Made[]> => {
  const features = featuresOf(stage).filter(({ isFree }) => !isFree)
  const share = shareOf(stage, features)
  const made: Made[] = []
  for (const feature of features)
    if (share.includes(feature) || needed.includes(feature.name))
      made.push(...(await askEveryOption(stage, feature)))
  return made
}

const prepared = ({ feature, filled }: Made): PreparedRequest => {
  const read = feature.prepare(meantValues(filled))
  if (!read.ok) throw new Error(read.problems.map(({ text }) => text).join(' '))
  return read.prepared
}

const asTexts = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

/** The request that should reach the service, with all values as text and files as files. */
const requestOf = (request: PreparedRequest): { path: string; given: Record<string, string> } => {
  switch (request.obtains) {
    case 'task': {
      const { path, body } = request.request
      const names = request.request.encoding === 'form' ? Object.keys(request.request.files) : []
      const files = Object.fromEntries(names.map((name) => [name, 'a file']))
      return { path, given: { ...asTexts(body), ...files } }
    }
    case 'answer':
      return { path: request.request.path, given: asTexts(request.request.query) }
    case 'look_up': {
      const { conversionType, task } = request
      const name = typeof task === 'string' ? { task_id: task } : { conversion_id: task.conversionId }
      return { path: '/v1/byId', given: { conversionType, ...name } }
    }
    case 'kept':
      throw new Error('nothing is asked of the service')
  }
}

/** Everything that was asked for has arrived at the service as the feature means it, and nothing besides. */
export const expectArrived = async (stage: Stage, made: Made): Promise<void> => {
  const { path, given } = requestOf(prepared(made))
  const arrived = (await stage.studio.requests())
    .filter((request) => request.path === path)
    .map((request) => {
      const { webhook_url: _, ...rest } = request.given
      return asTexts(rest)
    })
  expect(arrived, made.mark).toContainEqual(given)
}

const isOver =
  /(is|are) ready|Made with AI|[Nn]othing was charged|still counts? as used|stays? booked| failed\./

const namesMark = (text: string, mark: string): boolean => text.includes(mark) || text.includes(dashed(mark))

/** What is picked from a list is called by its name there. */
const nameOf = ({ fields }: Feature, filled: Filled, label: string): string | undefined => {
  const name = Object.keys(fields).find((one) => fields[one]?.label === label) ?? ''
  return fields[name]?.control.kind === 'listed' ? String(filled[name]?.typed) : undefined
}

/** A private result is invisible to others and never in the channel. */
const expectSeenAsAsked = async (stage: Stage, { filled, mark }: Made, message: SeenMessage) => {
  const { platform, world, people, admin } = stage
  const isAlone = filled[seenByName]?.meant === onlyMe
  expect(message.channel === world.addresses[platform].channelId, `${mark} in the channel`).toBe(!isAlone)
  const seen = (await people.messages(admin)).filter(({ text }) => namesMark(text, mark))
  expect(seen.length > 0, `${mark} is seen by others`).toBe(!isAlone)
}

/** A spoiler's files are covered on Discord and in the thread on Slack; no other's are. */
const expectCovered = ({ platform }: Stage, { filled, mark }: Made, { files }: SeenMessage): void => {
  const isSpoiler = filled[spoilerName]?.meant === true
  if (platform === 'discord') for (const file of files) expect(file.isSpoiler === true, mark).toBe(isSpoiler)
  else if (isSpoiler) expect(files, mark).toEqual([])
}

/** The result message, in the right channel, with every option by its label. */
export const seesResult = async (stage: Stage, made: Made, as = stage.member): Promise<SeenMessage> => {
  const { feature, filled, mark } = made
  const isIts = ({ text }: SeenMessage): boolean => namesMark(text, mark) && isOver.test(text)
  const message = await stage.people.sees(as, isIts)
  expect(message.text, mark).toMatch(/(is|are) ready|Made with AI/)
  await expectSeenAsAsked(stage, made, message)
  expectCovered(stage, made, message)
  const { fields } = feature
  const read = readValues(fields, meantValues(filled))
  if (!read.ok) throw new Error(read.problems.map(({ text }) => text).join(' '))
  // Who sees it is told by where it is, a spoiler by its cover, and a permission is not shown.
  const {
    [seenByName]: _seenBy,
    [spoilerName]: _spoiler,
    [permissionName]: _permission,
    ...told
  } = read.input
  for (const { label, value } of askedFacts(fields, told, feature.shownFields)) {
    const text = nameOf(feature, filled, label) ?? value
    const shown = message.text.replaceAll('\\', '')
    expect(shown, mark).toContain(label === '' ? text : `${label}: ${text}`)
  }
  return message
}
