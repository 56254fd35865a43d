import type {
  ContextBlock,
  ImageBlock,
  ImageElement,
  KnownBlock,
  MrkdwnElement,
  PlainTextElement,
  SectionBlock,
} from '@slack/types'
import type { SeenMessage } from '../../../control/people.ts'
import { Picture, type PictureSize } from '../chat/picture.tsx'
import type { ChoicesOfPlace } from '../chat/place-choices.ts'
import type { NameOf, Press } from '../chat/showing.ts'
import { Unknown } from '../chat/unknown.tsx'
import { Control } from './controls.tsx'
import { Chart, type ChartBlock, DataTable } from './data.tsx'
import { Mrkdwn } from './mrkdwn.tsx'
import { RichText } from './rich-text.tsx'

interface Around {
  /** The pictures of the message, with addresses that a browser can open. */
  images: SeenMessage['images']
  choicesOfPlace: ChoicesOfPlace
  nameOf: NameOf
  press: Press
}

const Text = ({ text, nameOf }: { text: PlainTextElement | MrkdwnElement; nameOf: NameOf }) =>
  text.type === 'mrkdwn' ? <Mrkdwn text={text.text} nameOf={nameOf} /> : <p class="lines">{text.text}</p>

/** A picture of Slack's own is named by its file: the message knows where it can be seen. */
const BlockPicture = ({
  picture,
  images,
  size,
}: {
  picture: ImageBlock | ImageElement
  images: Around['images']
  size: PictureSize
}) => {
  const own = images.find(({ description }) => description === picture.alt_text)
  const url = 'image_url' in picture ? picture.image_url : own?.url
  return url === undefined ? (
    <Unknown what={picture.alt_text} />
  ) : (
    <Picture size={size} url={url} alt={picture.alt_text} />
  )
}

const Section = ({ block, around }: { block: SectionBlock; around: Around }) => {
  const { text, fields = [], accessory } = block
  return (
    <div class="section">
      <div>
        {text === undefined ? null : <Text text={text} nameOf={around.nameOf} />}
        {fields.length === 0 ? null : (
          <div class="columns">
            {fields.map((field) => (
              <Text key={fields.indexOf(field)} text={field} nameOf={around.nameOf} />
            ))}
          </div>
        )}
      </div>
      {accessory === undefined ? null : accessory.type === 'image' ? (
        <BlockPicture picture={accessory} images={around.images} size="thumbnail" />
      ) : (
        <Control control={accessory} {...around} />
      )}
    </div>
  )
}

const Context = ({ block, around }: { block: ContextBlock; around: Around }) => (
  <div class="context small">
    {block.elements.map((element, index) =>
      element.type === 'image' ? (
        <BlockPicture key={index} picture={element} images={around.images} size="icon" />
      ) : (
        <Text key={index} text={element} nameOf={around.nameOf} />
      ),
    )}
  </div>
)

/** A part of a message: https://docs.slack.dev/reference/block-kit/blocks */
export const Block = ({ block, ...around }: Around & { block: KnownBlock | ChartBlock }) => {
  switch (block.type) {
    case 'rich_text':
      return <RichText block={block} nameOf={around.nameOf} />
    case 'header':
      return <p class="heading large">{block.text.text}</p>
    case 'divider':
      return <hr />
    case 'section':
      return <Section block={block} around={around} />
    case 'context':
      return <Context block={block} around={around} />
    case 'actions':
      return (
        <div class="row">
          {block.elements.map((control, index) => (
            <Control key={index} control={control} {...around} />
          ))}
        </div>
      )
    case 'image':
      return (
        <figure>
          {block.title === undefined ? null : <figcaption class="small">{block.title.text}</figcaption>}
          <BlockPicture picture={block} images={around.images} size="cover" />
        </figure>
      )
    case 'data_visualization':
      return <Chart block={block} />
    case 'data_table':
      return <DataTable block={block} nameOf={around.nameOf} />
    default:
      return <Unknown what={block.type} />
  }
}
