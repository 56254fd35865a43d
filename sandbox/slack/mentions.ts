import type { User, World } from './state.ts'

/** What Slack's markup has to escape. https://docs.slack.dev/messaging/formatting-message-text#escaping */
export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The words behind escaped text. */
export const unescapeText = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const nameOf = (world: World, userId: string): string => {
  if (userId === world.app.userId) return world.installation.botName
  return world.users.get(userId)?.displayName ?? userId
}

/** What a person is called in the conversation. */
export const displayName = (world: World, userId: string): string =>
  userId === 'USLACKBOT' ? 'Slackbot' : nameOf(world, userId)

const readReference = (world: World, inside: string): string => {
  const [target = '', label] = inside.split('|')
  const id = target.slice(1)
  if (target.startsWith('@')) return `@${displayName(world, id)}`
  if (target.startsWith('#')) return `#${world.channels.get(id)?.name ?? label ?? id}`
  if (target.startsWith('!subteam^'))
    return `@${world.groups.get(target.slice('!subteam^'.length))?.handle ?? label ?? ''}`
  if (target.startsWith('!date^')) return label ?? ''
  if (target.startsWith('!')) return `@${id}`
  return label ?? target
}

/** Marked-up text as a person reads it: names for ids, labels for links, no escapes. */
export const readMarkup = (world: World, text: string): string =>
  unescapeText(text.replaceAll(/<([^<>]+)>/g, (_written, inside: string) => readReference(world, inside)))

const broadcasts = ['channel', 'here', 'everyone'] as const

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const namesOf = (world: World, { id, name, displayName: shown }: User): readonly string[] =>
  id === world.app.userId ? [world.installation.botName, name] : [shown, name]

/** "@" and a name, by what it becomes, longest names first. */
const typedMentions = (world: World): readonly { name: string; markup: string }[] =>
  [
    ...[...world.users.values()].flatMap((user) =>
      namesOf(world, user).map((name) => ({ name, markup: `<@${user.id}>` })),
    ),
    ...[...world.groups.values()].map(({ id, handle }) => ({ name: handle, markup: `<!subteam^${id}>` })),
    ...broadcasts.map((name) => ({ name, markup: `<!${name}>` })),
  ].sort((a, b) => b.name.length - a.name.length)

const linkPattern = /https?:\/\/[^\s<>]+/g

/** What the client makes of a person's words: escaped, with mentions, channels and links as markup. */
export const writeMarkup = (world: World, text: string): string => {
  const mentions = typedMentions(world)
  const pattern = new RegExp(
    `@(${mentions.map(({ name }) => escapePattern(name)).join('|')})(?![\\w-])`,
    'gi',
  )
  const mentioned = escapeText(text)
    .replaceAll(linkPattern, (url) => `<${url}>`)
    .replaceAll(pattern, (written, name: string) => {
      const found = mentions.find((mention) => mention.name.toLowerCase() === name.toLowerCase())
      return found?.markup ?? written
    })
  return [...world.channels.values()]
    .filter(({ kind }) => kind === 'channel')
    .reduce(
      (written, { id, name }) =>
        written.replaceAll(new RegExp(`#${escapePattern(name)}(?![\\w-])`, 'g'), `<#${id}|${name}>`),
      mentioned,
    )
}

/** The mentions in marked-up text that ring somebody: broadcasts, groups and users, as they are written. */
export const mentionsIn = (text: string): readonly string[] =>
  [...text.matchAll(/<(?:!(?:channel|here|everyone|subteam\^\w+)|@\w+)(?:\|[^<>]*)?>/g)].map(([written]) =>
    written.replace(/\|[^<>]*>$/, '>'),
  )

/** The names after "@" that automatic parsing would turn into mentions. */
export const parsedMentions = (world: World, text: string): readonly string[] =>
  typedMentions(world)
    .filter(({ name }) => new RegExp(`@${escapePattern(name)}(?![\\w-])`, 'i').test(text))
    .map(({ name }) => `@${name}`)
