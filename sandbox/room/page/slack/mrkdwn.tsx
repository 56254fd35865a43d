import type { ComponentChildren } from 'preact'
import { type Command, type Node, NodeType, parse } from 'slack-message-parser'
import { Moment } from '../chat/moment.tsx'
import type { NameOf } from '../chat/showing.ts'
import { WebLink } from '../chat/web-link.tsx'
import { dateText } from './date-text.ts'
import { Emoji } from './emoji.tsx'

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

const plain = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity)

/** A preset text, or the name that is known. */
const Reference = ({
  sign,
  label,
  name,
  nameOf,
}: {
  sign: string
  label?: readonly Node[]
  name: string
  nameOf: NameOf
}) => (
  <span class="mention">
    {sign}
    {label === undefined ? name : <Nodes nodes={label} nameOf={nameOf} />}
  </span>
)

const Address = ({ url, label, nameOf }: { url: string; label?: readonly Node[]; nameOf: NameOf }) => (
  <WebLink url={plain(url)}>
    {label === undefined ? plain(url) : <Nodes nodes={label} nameOf={nameOf} />}
  </WebLink>
)

const labelled = (label: readonly Node[] | undefined) => (label === undefined ? {} : { label })

/** A user group, or everybody who is here. */
const addressed = ({ name, arguments: [id] }: Command, nameOf: NameOf): string =>
  name === 'subteam' && id !== undefined ? `@${nameOf('group', id)}` : `@${name}`

/** https://docs.slack.dev/messaging/formatting-message-text#date-formatting */
const dateOf = ({ arguments: [seconds, format = ''] }: Command) => (
  <Moment seconds={Number(seconds)} write={(date, now) => dateText(plain(format), date, now)} />
)

const show = (node: Node, nameOf: NameOf): ComponentChildren => {
  switch (node.type) {
    case NodeType.Text:
      return plain(node.text)
    case NodeType.UserLink:
      return (
        <Reference sign="@" {...labelled(node.label)} name={nameOf('member', node.userID)} nameOf={nameOf} />
      )
    case NodeType.ChannelLink:
      return (
        <Reference
          sign="#"
          {...labelled(node.label)}
          name={nameOf('channel', node.channelID)}
          nameOf={nameOf}
        />
      )
    case NodeType.Command:
      if (node.name === 'date') return dateOf(node)
      return <Reference sign="" {...labelled(node.label)} name={addressed(node, nameOf)} nameOf={nameOf} />
    case NodeType.URL:
      return <Address url={node.url} {...labelled(node.label)} nameOf={nameOf} />
    case NodeType.Emoji:
      return <Emoji name={node.name} />
    case NodeType.PreText:
      return <pre>{plain(node.text)}</pre>
    case NodeType.Code:
      return <code>{plain(node.text)}</code>
    case NodeType.Bold:
      return (
        <strong>
          <Nodes nodes={node.children} nameOf={nameOf} />
        </strong>
      )
    case NodeType.Italic:
      return (
        <em>
          <Nodes nodes={node.children} nameOf={nameOf} />
        </em>
      )
    case NodeType.Strike:
      return (
        <s>
          <Nodes nodes={node.children} nameOf={nameOf} />
        </s>
      )
    case NodeType.Quote:
      return (
        <blockquote class="lines">
          <Nodes nodes={node.children} nameOf={nameOf} />
        </blockquote>
      )
    case NodeType.Root:
      return <Nodes nodes={node.children} nameOf={nameOf} />
  }
}

const Nodes = ({ nodes, nameOf }: { nodes: readonly Node[]; nameOf: NameOf }) => (
  <>{nodes.map((node) => show(node, nameOf))}</>
)

/**
 * A text in Slack's own markup: https://docs.slack.dev/messaging/formatting-message-text. Nothing of it
 * becomes HTML.
 */
export const Mrkdwn = ({ text, nameOf }: { text: string; nameOf: NameOf }) => (
  <div class="markdown lines" dir="auto">
    {show(parse(text), nameOf)}
  </div>
)
