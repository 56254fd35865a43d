import { parse } from 'discord-markdown-parser'
import type { ComponentChildren } from 'preact'
import { Moment } from '../chat/moment.tsx'
import { distance, longMoment } from '../chat/moment-text.ts'
import type { NameOf } from '../chat/showing.ts'
import { WebLink } from '../chat/web-link.tsx'

/** A node of discord-markdown-parser; which fields it has depends on its type. */
type Node = {
  readonly type: string
  readonly content?: string | readonly Node[]
  readonly target?: string
  readonly id?: string
  readonly fullName?: string
  readonly timestamp?: string
  readonly format?: string
  readonly level?: number
}

const Inside = ({ node, nameOf }: { node: Node; nameOf: NameOf }): ComponentChildren =>
  typeof node.content === 'string' ? node.content : <Nodes nodes={node.content ?? []} nameOf={nameOf} />

/** https://docs.discord.com/developers/reference#message-formatting: a channel, and its message */
const messageAddress = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)\/\d+$/

/** The client shows the address of a message by its channel. */
const Address = ({ url, inside, nameOf }: { url: string; inside: ComponentChildren; nameOf: NameOf }) => {
  const [, channel] = messageAddress.exec(url) ?? []
  return channel === undefined ? (
    <WebLink url={url}>{inside}</WebLink>
  ) : (
    <span class="mention">#{nameOf('channel', channel)} › 💬</span>
  )
}

const Mention = ({ text }: { text: string }) => <span class="mention">{text}</span>

const show = (node: Node, nameOf: NameOf): ComponentChildren => {
  const inside = <Inside node={node} nameOf={nameOf} />
  switch (node.type) {
    case 'strong':
      return <strong>{inside}</strong>
    case 'em':
      return <em>{inside}</em>
    case 'underline':
      return <u>{inside}</u>
    case 'strikethrough':
      return <s>{inside}</s>
    case 'spoiler':
      return <span class="spoiler">{inside}</span>
    case 'inlineCode':
      return <code>{inside}</code>
    case 'codeBlock':
      return <pre>{inside}</pre>
    case 'blockQuote':
      return <blockquote>{inside}</blockquote>
    case 'heading':
      return <span class={`heading level-${node.level}`}>{inside}</span>
    case 'subtext':
      return <span class="small">{inside}</span>
    case 'link':
      return <WebLink url={node.target ?? ''}>{inside}</WebLink>
    case 'url':
    case 'autolink':
      return <Address url={node.target ?? ''} inside={inside} nameOf={nameOf} />
    case 'user':
      return <Mention text={`@${nameOf('member', node.id ?? '')}`} />
    case 'role':
      return <Mention text={`@${nameOf('group', node.id ?? '')}`} />
    case 'channel':
      return <Mention text={`#${nameOf('channel', node.id ?? '')}`} />
    case 'slashCommand':
      return <Mention text={`/${node.fullName ?? ''}`} />
    case 'everyone':
    case 'here':
      return <Mention text={`@${node.type}`} />
    case 'timestamp':
      return <Moment seconds={Number(node.timestamp)} write={node.format === 'R' ? distance : longMoment} />
    case 'br':
    case 'newline':
      return <br />
    default:
      return inside
  }
}

const Nodes = ({ nodes, nameOf }: { nodes: readonly Node[]; nameOf: NameOf }) => (
  <>{nodes.map((node) => show(node, nameOf))}</>
)

const codeBlock = /(^```[\s\S]*?```$\n?)/m

/**
 * Lines in small stand alone, wherever they are in a text, which the library sees at its beginning only; and
 * it knows nothing of lists. What is in a block of code stays as it is.
 */
const segmentsOf = (text: string): readonly string[] =>
  text
    .split(codeBlock)
    .flatMap((part) =>
      codeBlock.test(part) ? [part] : part.replaceAll(/^( *)[-*] /gm, '$1• ').split(/\n?^(-# .*)$\n?/m),
    )
    .filter((segment) => segment !== '')

/** A text in Discord's Markdown. Nothing of it becomes HTML. https://docs.discord.com/developers/reference#message-formatting */
export const Markdown = ({ text, nameOf }: { text: string; nameOf: NameOf }) => (
  <div class="markdown" dir="auto">
    {segmentsOf(text).map((segment, index) => (
      <div key={index}>
        <Nodes nodes={parse(segment, 'extended')} nameOf={nameOf} />
      </div>
    ))}
  </div>
)
