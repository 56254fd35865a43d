import type { RichTextBlock, RichTextElement } from '@slack/types'
import type { ComponentChildren } from 'preact'
import { Moment } from '../chat/moment.tsx'
import type { NameOf } from '../chat/showing.ts'
import { Unknown } from '../chat/unknown.tsx'
import { WebLink } from '../chat/web-link.tsx'
import { dateText } from './date-text.ts'
import { Emoji } from './emoji.tsx'

type Style = { bold?: boolean; italic?: boolean; strike?: boolean; code?: boolean } | undefined

const styled = (text: ComponentChildren, style: Style): ComponentChildren => {
  let shown = text
  if (style?.code) shown = <code>{shown}</code>
  if (style?.strike) shown = <s>{shown}</s>
  if (style?.italic) shown = <em>{shown}</em>
  if (style?.bold) shown = <strong>{shown}</strong>
  return shown
}

const OneElement = ({ element, nameOf }: { element: RichTextElement; nameOf: NameOf }) => {
  switch (element.type) {
    case 'text':
      return <>{styled(element.text, element.style)}</>
    case 'link':
      return <WebLink url={element.url}>{element.text ?? element.url}</WebLink>
    case 'user':
      return <span class="mention">@{nameOf('member', element.user_id)}</span>
    case 'channel':
      return <span class="mention">#{nameOf('channel', element.channel_id)}</span>
    case 'usergroup':
      return <span class="mention">@{nameOf('group', element.usergroup_id)}</span>
    case 'date':
      return <Moment seconds={element.timestamp} write={(date, now) => dateText(element.format, date, now)} />
    case 'broadcast':
      return <span class="mention">@{element.range}</span>
    case 'emoji':
      return <Emoji name={element.name} />
    default:
      return <Unknown what={`rich text ${element.type}`} />
  }
}

const Elements = ({ elements, nameOf }: { elements: readonly RichTextElement[]; nameOf: NameOf }) => (
  <>
    {elements.map((element, index) => (
      <OneElement key={index} element={element} nameOf={nameOf} />
    ))}
  </>
)

const Part = ({ part, nameOf }: { part: RichTextBlock['elements'][number]; nameOf: NameOf }) => {
  switch (part.type) {
    case 'rich_text_section':
      return (
        <p class="lines">
          <Elements elements={part.elements} nameOf={nameOf} />
        </p>
      )
    case 'rich_text_quote':
      return (
        <blockquote class="lines">
          <Elements elements={part.elements} nameOf={nameOf} />
        </blockquote>
      )
    case 'rich_text_preformatted':
      return (
        <pre>
          <Elements elements={part.elements} nameOf={nameOf} />
        </pre>
      )
    case 'rich_text_list':
      return (
        <ul>
          {part.elements.map((item, index) => (
            <li key={index}>
              • <Elements elements={item.elements} nameOf={nameOf} />
            </li>
          ))}
        </ul>
      )
  }
}

/** https://docs.slack.dev/reference/block-kit/blocks/rich-text-block */
export const RichText = ({ block, nameOf }: { block: RichTextBlock; nameOf: NameOf }) => (
  <div class="markdown">
    {block.elements.map((part, index) => (
      <Part key={index} part={part} nameOf={nameOf} />
    ))}
  </div>
)
