import type { APIEmbed } from 'discord-api-types/v10'
import { Moment } from '../chat/moment.tsx'
import { longMoment } from '../chat/moment-text.ts'
import { Picture } from '../chat/picture.tsx'
import type { NameOf } from '../chat/showing.ts'
import { WebLink } from '../chat/web-link.tsx'
import { Markdown } from './markdown.tsx'

const hexDigits = 16

/** The colour of a bar at the side; without one it is that of the edges. */
export const barColour = (colour: number | null | undefined): { borderInlineStartColor?: string } =>
  colour === null || colour === undefined
    ? {}
    : { borderInlineStartColor: `#${colour.toString(hexDigits).padStart(6, '0')}` }

const Fields = ({ fields = [], nameOf }: Pick<APIEmbed, 'fields'> & { nameOf: NameOf }) =>
  fields.length === 0 ? null : (
    <dl class="fields">
      {fields.map((field) => (
        <div key={fields.indexOf(field)} class={field.inline === true ? 'pair inline' : 'pair'}>
          <dt>
            <Markdown text={field.name} nameOf={nameOf} />
          </dt>
          <dd>
            <Markdown text={field.value} nameOf={nameOf} />
          </dd>
        </div>
      ))}
    </dl>
  )

const Title = ({ title, url }: Pick<APIEmbed, 'title' | 'url'>) =>
  title === undefined ? null : (
    <p class="heading">{url === undefined ? title : <WebLink url={url}>{title}</WebLink>}</p>
  )

/** https://docs.discord.com/developers/resources/message#embed-object-embed-structure */
const Foot = ({ text, timestamp }: { text: string | undefined; timestamp: string | undefined }) => (
  <p class="small">
    {text}
    {text !== undefined && timestamp !== undefined ? ' • ' : ''}
    {timestamp === undefined ? null : <Moment seconds={Date.parse(timestamp) / 1000} write={longMoment} />}
  </p>
)

/** https://docs.discord.com/developers/resources/message#embed-object */
export const Embed = ({ embed, nameOf }: { embed: APIEmbed; nameOf: NameOf }) => {
  const { author, title, url, description, fields, image, thumbnail, footer, color, timestamp } = embed
  return (
    <div class="embed" style={barColour(color)}>
      <div>
        {author === undefined ? null : <p class="small">{author.name}</p>}
        <Title {...(title !== undefined && { title })} {...(url !== undefined && { url })} />
        {description === undefined ? null : <Markdown text={description} nameOf={nameOf} />}
        <Fields {...(fields !== undefined && { fields })} nameOf={nameOf} />
        {image === undefined ? null : <Picture size="cover" url={image.url} />}
        {footer === undefined && timestamp === undefined ? null : (
          <Foot text={footer?.text} timestamp={timestamp} />
        )}
      </div>
      {thumbnail === undefined ? null : <Picture size="thumbnail" url={thumbnail.url} />}
    </div>
  )
}
